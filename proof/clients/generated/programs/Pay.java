import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Pay {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("PURSER_URL"));
    client.setBearerToken(System.getenv("PURSER_KEY"));
    PaymentsApi payments = new PaymentsApi(client);
    ByEmail payee = new ByEmail().type(ByEmail.TypeEnum.EMAIL).value(System.getenv("PURSER_PAYEE"));
    CreatePaymentAttributes attributes =
        new CreatePaymentAttributes().amount(3_000_000_000L).counterparty(new CreatePaymentAttributesCounterparty(payee));
    CreatePaymentBody body = new CreatePaymentBody().data(new CreatePaymentBodyData().attributes(attributes));
    String id = payments.createPayment(body, null, null, UUID.randomUUID().toString()).getData().getId();
    PaymentAttributes read = payments.getPayment(id, null, null, null, null).getData().getAttributes();
    boolean isComplete =
        !new ApprovalsApi(client).listApprovals(null, null, null, null, null).getData().isEmpty()
            && !new TransfersApi(client).listTransfers(null, null, null, null, null, null, null).getData().isEmpty()
            && !new PaymentRequestsApi(client).listPaymentRequests(null, null, null, null, null).getData().isEmpty()
            && !new TransactionsApi(client).listTransactions(null, null, null, null, null, null).getData().isEmpty();
    if (!isComplete) throw new IllegalStateException("a list is empty");
    System.out.printf(
        "{\"paymentId\":\"%s\",\"status\":\"%s\",\"amount\":%d}%n", id, read.getStatus(), read.getAmount());
    System.exit(0);
  }
}
