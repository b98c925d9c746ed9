package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"

	openapi "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func check[T any](value T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func newKey() string {
	bytes := make([]byte, 16)
	rand.Read(bytes)
	return hex.EncodeToString(bytes)
}

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Getenv("PURSER_URL")}}
	client := openapi.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), openapi.ContextAccessToken, os.Getenv("PURSER_KEY"))

	payee := openapi.NewByEmail("email", os.Getenv("PURSER_PAYEE"))
	counterparty := openapi.ByEmailAsCreatePaymentAttributesCounterparty(payee)
	attributes := openapi.NewCreatePaymentAttributes(3_000_000_000, counterparty)
	body := openapi.NewCreatePaymentBody(*openapi.NewCreatePaymentBodyData(*attributes))
	paid := check(client.PaymentsAPI.CreatePayment(ctx).CreatePaymentBody(*body).IdempotencyKey(newKey()).Execute())
	read := check(client.PaymentsAPI.GetPayment(ctx, paid.Data.Id).Execute()).Data.Attributes

	withdrawal := openapi.NewWithdrawTransferAttributes(1_000, os.Getenv("PURSER_ACCOUNT"))
	order := openapi.NewWithdrawTransferBody(*openapi.NewWithdrawTransferBodyData(*withdrawal))
	withdrawn := check(client.TransfersAPI.WithdrawTransfer(ctx).WithdrawTransferBody(*order).IdempotencyKey(newKey()).Execute())

	approvals := check(client.ApprovalsAPI.ListApprovals(ctx).Execute())
	transfers := check(client.TransfersAPI.ListTransfers(ctx).Execute())
	requests := check(client.PaymentRequestsAPI.ListPaymentRequests(ctx).Execute())
	transactions := check(client.TransactionsAPI.ListTransactions(ctx).Execute())
	if len(approvals.Data)*len(transfers.Data)*len(requests.Data)*len(transactions.Data) == 0 {
		panic("a list is empty")
	}
	line, _ := json.Marshal(map[string]any{
		"paymentId":  paid.Data.Id,
		"status":     read.Status,
		"amount":     read.Amount,
		"transferId": withdrawn.Data.Id,
	})
	fmt.Println(string(line))
}
