import json
import os
import uuid

from purser_client import AuthenticatedClient
from purser_client.api.approvals import list_approvals
from purser_client.api.payment_requests import list_payment_requests
from purser_client.api.payments import create_payment, get_payment
from purser_client.api.transactions import list_transactions
from purser_client.api.transfers import list_transfers, withdraw_transfer
from purser_client.models import (
    ByEmail,
    CreatePaymentAttributes,
    CreatePaymentBody,
    CreatePaymentBodyData,
    WithdrawTransferAttributes,
    WithdrawTransferBody,
    WithdrawTransferBodyData,
)

client = AuthenticatedClient(
    base_url=os.environ["PURSER_URL"], token=os.environ["PURSER_KEY"], raise_on_unexpected_status=True
)
payee = ByEmail(type_="email", value=os.environ["PURSER_PAYEE"])
attributes = CreatePaymentAttributes(amount=3_000_000_000, counterparty=payee)
body = CreatePaymentBody(data=CreatePaymentBodyData(attributes=attributes))
paid = create_payment.sync(client=client, body=body, idempotency_key=str(uuid.uuid4()))
payment_id = paid.data.id
withdrawal = WithdrawTransferAttributes(amount=1_000, external_account_id=os.environ["PURSER_ACCOUNT"])
body = WithdrawTransferBody(data=WithdrawTransferBodyData(attributes=withdrawal))
transfer_id = withdraw_transfer.sync(client=client, body=body, idempotency_key=str(uuid.uuid4())).data.id
read = get_payment.sync(payment_id, client=client).data.attributes
for module in (list_approvals, list_transfers, list_payment_requests, list_transactions):
    assert module.sync(client=client).data, f"{module.__name__} is empty"
print(
    json.dumps(
        {
            "paymentId": payment_id,
            "status": str(read.status),
            "amount": read.amount,
            "transferId": transfer_id,
        }
    )
)
