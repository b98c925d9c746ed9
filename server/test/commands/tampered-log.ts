import type { Tampering } from './tampered-money.ts';

const sealed = 'every sealed line of the audit log is as it was when it was sealed';
const blocks = 'the blocks of the audit log form one chain';

/** Tampering with what is sealed of the audit log. */
export const tamperedBlocks: readonly Tampering[] = [
  ['an altered line', "UPDATE audit_lines SET reason = 'nothing'", sealed],
  ['another change', `UPDATE audit_lines SET changes = '[{}]' WHERE decision = 'accepted'`, sealed],
  [
    'another attempt',
    `UPDATE audit_lines SET attempt = '{}', decision = 'refused', agent_id = gen_random_uuid(), changes = NULL`,
    sealed,
  ],
  ['an altered payment that is a line', 'UPDATE payments SET user_id = gen_random_uuid()', sealed],
  ['a removed line', 'DELETE FROM audit_lines', sealed],
  [
    'an inserted line',
    `INSERT INTO audit_lines (id, at, action, decision, position) OVERRIDING SYSTEM VALUE
     VALUES (gen_random_uuid(), now(), 'POST /agents', 'accepted', 0)`,
    'no line was inserted into the sealed part of the audit log',
  ],
  ['an altered block', 'UPDATE audit_blocks SET sealed_at = now()', blocks],
  ['a removed block', 'DELETE FROM audit_blocks WHERE number = 1', blocks],
];

const always = 'every trigger is enabled always';

/** Tampering with the triggers that protect the tables. */
export const tamperedTriggers: readonly Tampering[] = [
  ['a trigger that is switched off', 'ALTER TABLE movements DISABLE TRIGGER USER', always],
  ['a trigger that a restore of data has reset', 'ALTER TABLE api_keys ENABLE TRIGGER ALL', always],
];
