-- A customer invitation has a link, to a page that shows it. Those from before this migration have none.

ALTER TABLE customer_invitations ADD COLUMN link_token text;
CREATE UNIQUE INDEX customer_invitations_link_token ON customer_invitations (link_token);
