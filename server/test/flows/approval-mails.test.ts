import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { call, resource, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { advance } from '../support/moves.ts';
import { main, customer, stranger, to, testServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';
import { until } from './support.ts';

const server = testServer();
type Mail = { recipient: string; subject: string; body: string; html: string };

function mailsTo(email: string): Promise<Mail[]> {
  return server.sql<Mail>`SELECT recipient, subject, body, html FROM mails WHERE kind = 'approval'
    AND status = 'SENT' AND recipient = ${email} ORDER BY id`;
}

const askOverLimit = async (key: string, amount: number, description: string): Promise<string> =>
  resource(await server.as(key).pay({ amount, ...to(customer), description })).id;

describe('a mail about an approval', () => {
  it('goes to those of the deciding party who may approve, as text and HTML, with the link to the page', async () => {
    const [admin, member] = [await newMember(server, 'ADMIN'), await newMember(server, 'MEMBER')];
    const other = await newMember(server, 'OWNER', stranger);
    const agent = await newAgent(server, { name: 'Buyer <b>', limits: { perTransaction: 100 } });
    await askOverLimit(agent.key, 2500, 'Paper & ink');
    await until('the mail is sent', async () => (await mailsTo(admin.email)).length === 1);
    const [mail] = await mailsTo(admin.email);
    const link = /http\S+\/review\/apr_\w+/.exec(mail?.body ?? '')?.[0] ?? '';
    expect(mail?.subject).toBe('USD 25.00 waits for your approval');
    expect(mail?.body).toContain(`The agent “Buyer <b>” of ${main.name} asks to pay USD 25.00`);
    expect(mail?.body).toContain('Why this mail: you may approve payments and withdrawals of ');
    expect(mail?.html).toContain('The agent “Buyer &lt;b&gt;” of ');
    expect(mail?.html.match(/(href|src)=/g)).toEqual(['href=']);
    expect(mail?.html).toContain(`href="${link}"`);
    expect([await mailsTo(member.email), await mailsTo(other.email)]).toEqual([[], []]);
    const page = await (await signIn(server, admin.email)).get(new URL(link).pathname);
    expect([page.status, page.text.includes('Approve USD 25.00')]).toEqual([200, true]);
  });

  it('is one a minute for a party, however much waits, and names how many', async () => {
    await advance(server, 61);
    const { email } = await newMember(server, 'ADMIN');
    const agent = await newAgent(server, { limits: { perTransaction: 100 } });
    await askOverLimit(agent.key, 3000, 'first');
    await until('the first mail is sent', async () => (await mailsTo(email)).length === 1);
    for (const turn of [1, 2, 3]) await askOverLimit(agent.key, 3000 + turn, 'later');
    await advance(server, 10);
    expect(await mailsTo(email)).toHaveLength(1);
    await advance(server, 61);
    await until('the second mail is sent', async () => (await mailsTo(email)).length === 2);
    const [, second] = await mailsTo(email);
    expect(second?.body).toMatch(/With this one, \d+ requests wait for a decision/);
  });

  it('is not for who made the payment, and is dropped when nothing waits any more', async () => {
    for (const { id } of resources(await server.get('/approvals?limit=100'))) {
      await server.post(`/approvals/${id}/deny`);
    }
    await advance(server, 61);
    const [maker, admin] = [await newMember(server, 'ADMIN'), await newMember(server, 'ADMIN')];
    const body = { data: { attributes: { limits: { perTransaction: 1000 } } } };
    await call(server.baseUrl, 'PUT', '/parties/me/limits', { key: main.apiKey, body });
    await askOverLimit(maker.key, 2000, 'by a person');
    await until('the mail is sent', async () => (await mailsTo(admin.email)).length === 1);
    expect((await mailsTo(admin.email))[0]?.body).toContain('New Member of ');
    expect(await mailsTo(maker.email)).toEqual([]);
  });
});
