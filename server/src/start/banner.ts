import type { SandboxFile } from './sandbox-file.ts';

/** Where a banner goes: to a terminal or not, which file has the keys, and whether only this machine reaches the server. */
export type BannerOutput = { isTerminal: boolean; file: string; isLocal: boolean };

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;

/** Returns whether only this machine reaches a server that listens on this host and has this address. */
export function isLocal(host: string, baseUrl: string): boolean {
  return loopback.test(host) && loopback.test(new URL(baseUrl).hostname);
}

/**
 * Returns the banner of a started server: its address and, on a terminal, the link of the mailbox, a key and three commands
 * that can be run unchanged. Any other output may be a log, which gets the name of the file with the keys instead, and the
 * link only if it opens nothing from elsewhere.
 */
export function banner(
  baseUrl: string,
  environment: string,
  sandbox: SandboxFile | null,
  output: BannerOutput,
): string {
  const head = `\n  Purser is listening on ${baseUrl} (${environment})\n`;
  if (environment === 'prod') {
    return `${head}\n  Create the first party and its key:  npm run admin -- create-party --help\n`;
  }
  if (!sandbox)
    return `${head}\n  This sandbox was seeded elsewhere: its keys are in the data folder of that server.\n`;
  const { mailboxUrl, parties } = sandbox;
  if (!output.isTerminal) {
    const signIn = output.isLocal ? mailboxUrl : '`mailboxUrl` in this file:';
    return `${head}\n  Sign in   ${signIn}\n  Parties   ${output.file}\n\n  Stop with Ctrl-C.\n`;
  }
  const { apiKey } = parties.main;
  const auth = `-H 'Authorization: Bearer ${apiKey}'`;
  const body =
    '{"data":{"attributes":{"amount":1250,"counterparty":{"type":"email","value":"customer@sandbox.purser.test"},"description":"Coffee beans"}}}';
  // Not indented and one per line, so that each can be copied.
  return `${head}
  Sign in   ${mailboxUrl}
  API key   ${apiKey}

  Pay 12.50 USD, read the newest payment, list transactions:

curl -s ${baseUrl}/payments ${auth} -H 'Content-Type: application/json' -H "Idempotency-Key: $(date +%s%N)" -d '${body}'
curl -s ${baseUrl}/payments/$(curl -s '${baseUrl}/transactions?limit=1' ${auth} | grep -o 'pay_[0-9a-f]*') ${auth}
curl -s ${baseUrl}/transactions ${auth}

  More parties and keys: sandbox.json in the data folder. Stop with Ctrl-C.
`;
}
