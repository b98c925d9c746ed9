/** The result of all migrations; patches of SQL apply to this file. */
export const schema = 'server/db/schema.sql';

export const migrations = 'server/db/migrations';

/**
 * Returns the migration that turns the schema `before` into the schema `after`: it replaces each function, trigger and
 * CHECK that differs. Throws if anything else differs.
 */
export function migrationBetween(before: string, after: string): string {
  const [old, patched] = [statementsOf(before), statementsOf(after)];
  if (old.length !== patched.length) throw new Error(`a patch of ${schema} must not add or remove lines`);
  const changed = old.flatMap((from, index) => {
    const to = patched[index] ?? '';
    return from === to ? [] : [replacement(from, to)];
  });
  return changed.join('\n');
}

/** Returns the file name of a mutant's migration, numbered after the existing migrations. */
export function nextMigration(files: readonly string[], mutant: string): string {
  const last = Math.max(0, ...files.map((file) => Number(file.slice(0, 4))));
  return `${String(last + 1).padStart(4, '0')}_${mutant.replaceAll('-', '_')}.sql`;
}

/** Splits the schema into statements. Each line of a CREATE TABLE becomes an ALTER TABLE that adds it. */
function statementsOf(sql: string): string[] {
  return sql.split(/\n\n(?=CREATE )/).flatMap((statement) => {
    const [head = '', ...lines] = statement.trimEnd().split('\n');
    const [, table] = /^CREATE TABLE (\S+) \($/.exec(head) ?? [];
    if (table === undefined) return [statement.trimEnd()];
    return lines.map((line) => `ALTER TABLE ${table} ADD ${line.trim().replace(/,$/, '')}`);
  });
}

function replacement(from: string, to: string): string {
  const drop = dropping(from);
  if (drop === null)
    throw new Error(`a patch of ${schema} changes more than functions, triggers and CHECKs:\n${from}`);
  if (dropping(to) !== drop) throw new Error(`a patch of ${schema} makes another object of this:\n${from}`);
  return `${drop}\n${to.replace(/;$/, '')};\n`;
}

/** Returns the statement that must run before an object is created again, or null if such objects cannot be patched. */
function dropping(statement: string): string | null {
  const [, trigger, of] = /^CREATE (?:CONSTRAINT )?TRIGGER (\S+) .*? ON (\S+) /.exec(statement) ?? [];
  if (trigger !== undefined) return `DROP TRIGGER ${trigger} ON ${of};`;
  const [, table, check] = /^ALTER TABLE (\S+) ADD CONSTRAINT (\S+) CHECK /.exec(statement) ?? [];
  if (check !== undefined) return `ALTER TABLE ${table} DROP CONSTRAINT ${check};`;
  const [, head] = /^CREATE OR REPLACE (FUNCTION .*)/.exec(statement) ?? [];
  return head === undefined ? null : `-- ${head}`;
}
