-- Rules bound what an agent pays beyond amounts: whom, in which currencies, how often and when. Its party sets them on the
-- agent, a customer on its grant. Null means that there are none. The engine decides by them, so a change invalidates the
-- authority cache: its triggers watch every new column.

ALTER TABLE agents ADD COLUMN rules json;
ALTER TABLE delegation_grants ADD COLUMN rules json;

DROP TRIGGER agents_immutable_columns ON agents;
CREATE TRIGGER agents_immutable_columns BEFORE UPDATE ON agents FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('name', 'description', 'status', 'per_transaction', 'per_day',
    'per_month', 'updated_at', 'updated_by', 'tags', 'rules');
ALTER TABLE agents ENABLE ALWAYS TRIGGER agents_immutable_columns;
DROP TRIGGER delegation_grants_immutable_columns ON delegation_grants;
CREATE TRIGGER delegation_grants_immutable_columns BEFORE UPDATE ON delegation_grants FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'permissions', 'per_transaction', 'updated_at', 'due_at', 'rules');
ALTER TABLE delegation_grants ENABLE ALWAYS TRIGGER delegation_grants_immutable_columns;
