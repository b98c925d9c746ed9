import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Pay {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("PURSER_URL"));
    client.setBearerToken(System.getenv("PURSER_KEY"));
    PaymentsApi payments = new PaymentsApi(client);
    TransfersApi transfers = new TransfersApi(client);
    ByEmail payee = new ByEmail().type(ByEmail.TypeEnum.EMAIL).value(System.getenv("PURSER_PAYEE"));
    CreatePaymentAttributes attributes =
        new CreatePaymentAttributes().amount(3_000_000_000L).counterparty(new CreatePaymentAttributesCounterparty(payee));
    CreatePaymentBody body = new CreatePaymentBody().data(new CreatePaymentBodyData().attributes(attributes));
    String id = payments.createPayment(body).idempotencyKey(newKey()).execute().getData().getId();
    PaymentAttributes read = payments.getPayment(id).execute().getData().getAttributes();
    WithdrawTransferAttributes withdrawal =
        new WithdrawTransferAttributes().amount(1_000L).externalAccountId(System.getenv("PURSER_ACCOUNT"));
    WithdrawTransferBody order =
        new WithdrawTransferBody().data(new WithdrawTransferBodyData().attributes(withdrawal));
    String transferId = transfers.withdrawTransfer(newKey(), order).execute().getData().getId();
    boolean isComplete =
        !new ApprovalsApi(client).listApprovals().execute().getData().isEmpty()
            && !transfers.listTransfers().execute().getData().isEmpty()
            && !new PaymentRequestsApi(client).listPaymentRequests().execute().getData().isEmpty()
            && !new TransactionsApi(client).listTransactions().type("payment").limit(1).execute().getData().isEmpty();
    if (!isComplete) throw new IllegalStateException("a list is empty");
    System.out.printf(
        "{\"paymentId\":\"%s\",\"status\":\"%s\",\"amount\":%d,\"transferId\":\"%s\"}%n",
        id, read.getStatus(), read.getAmount(), transferId);
    System.exit(0);
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }
}
