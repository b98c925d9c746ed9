import { type MailServer, startMailServer } from './mail-server.ts';
import { startServer, testSecret, type TestServer } from './server.ts';

/** A server in prod, with the parties of a sandbox, and the mail server to which it sends. */
export type ProdServer = TestServer & { mail: MailServer };

/** Starts both. `close` ends both. */
export async function startProdServer(): Promise<ProdServer> {
  const mail = await startMailServer();
  const server = await startServer({
    PURSER_ENVIRONMENT: 'prod',
    PURSER_SECRET: testSecret,
    PURSER_SMTP_URL: mail.url,
    PURSER_MAIL_FROM: 'Purser <pay@purser.test>',
  });
  await server.sql('ALTER TABLE installation DISABLE TRIGGER USER');
  await server.sql("UPDATE installation SET environment = 'prod'");
  const { close } = server;
  return Object.assign(server, {
    mail,
    close: async () => {
      await close();
      await mail.close();
    },
  });
}
