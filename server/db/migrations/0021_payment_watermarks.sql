-- Watermarks: up to which payment all are announced, and up to which all are committed.
ALTER TABLE payment_marks RENAME TO payment_watermarks;
ALTER TABLE payment_watermarks RENAME CONSTRAINT payment_marks_pkey TO payment_watermarks_pkey;
ALTER TABLE payment_watermarks RENAME CONSTRAINT payment_marks_check TO payment_watermarks_check;
ALTER TABLE payment_watermarks RENAME CONSTRAINT payment_marks_check1 TO payment_watermarks_check1;
ALTER TABLE payment_watermarks RENAME CONSTRAINT payment_marks_singleton_check TO payment_watermarks_singleton_check;
