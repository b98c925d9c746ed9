import json
import os
import uuid

from openapi_client import (
    ApiClient,
    ApprovalsApi,
    ByEmail,
    Configuration,
    CreatePaymentAttributes,
    CreatePaymentAttributesCounterparty,
    CreatePaymentBody,
    CreatePaymentBodyData,
    PaymentRequestsApi,
    PaymentsApi,
    TransactionsApi,
    TransfersApi,
    WithdrawTransferAttributes,
    WithdrawTransferBody,
    WithdrawTransferBodyData,
)

configuration = Configuration(host=os.environ["PURSER_URL"], access_token=os.environ["PURSER_KEY"])
with ApiClient(configuration) as client:
    payments = PaymentsApi(client)
    payee = CreatePaymentAttributesCounterparty(ByEmail(type="email", value=os.environ["PURSER_PAYEE"]))
    attributes = CreatePaymentAttributes(amount=3_000_000_000, counterparty=payee)
    body = CreatePaymentBody(data=CreatePaymentBodyData(attributes=attributes))
    paid = payments.create_payment(body, idempotency_key=str(uuid.uuid4())).data
    withdrawal = WithdrawTransferAttributes(amount=1_000, external_account_id=os.environ["PURSER_ACCOUNT"])
    body = WithdrawTransferBody(data=WithdrawTransferBodyData(attributes=withdrawal))
    withdrawn = TransfersApi(client).withdraw_transfer(str(uuid.uuid4()), body).data
    read = payments.get_payment(paid.id).data.attributes
    assert ApprovalsApi(client).list_approvals().data
    assert TransfersApi(client).list_transfers().data
    assert PaymentRequestsApi(client).list_payment_requests().data
    assert TransactionsApi(client).list_transactions().data
print(
    json.dumps(
        {"paymentId": paid.id, "status": read.status, "amount": read.amount, "transferId": withdrawn.id}
    )
)
