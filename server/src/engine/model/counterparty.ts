/** An address; e-mail addresses are in lower case. */
export type Contact = { kind: 'email' | 'phone'; value: string };

/** Returns the address of a text: only an e-mail address has an @. */
export function contactOf(value: string): Contact {
  return { kind: value.includes('@') ? 'email' : 'phone', value };
}

/** Returns the map key of an address. */
export function contactKey(contact: Contact): string {
  return `${contact.kind} ${contact.value}`;
}
