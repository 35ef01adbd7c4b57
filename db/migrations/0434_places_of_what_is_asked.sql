-- A page of accounts was found by matching all of them, 40,000 in a fifth of a second, and a name to suggest by reading everybody in People. Which
-- accounts nobody has is kept where it was counted already, with where each stands in its list; see docs/decisions/0230.
SET LOCAL ROLE app_owner;
-- Accounts that nobody has, by their connections: the place in the order of a list, from 1 on, the id of whom its name is like, and whether somebody is
-- asked about it. NULL: not kept.
ALTER TABLE app.asked_accounts ADD COLUMN unowned jsonb;
GRANT UPDATE (unowned) ON app.asked_accounts TO app_user;
-- How many accounts are not known to be disabled: who starts a review read each.
ALTER TABLE app.account_lists ADD COLUMN enabled integer NOT NULL DEFAULT 0;

SET LOCAL ROLE app_definer;
-- As in 0404.
CREATE OR REPLACE FUNCTION app.hold_listed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT count(*), count(*) FILTER (WHERE a.active IS NOT false), coalesce(array_agg(a.id), '{}'), coalesce(array_agg(a.n), '{}'),
      coalesce(array_agg(app.fold(a.label)), '{}'), coalesce(array_agg(a.email), '{}'),
      coalesce(array_agg(a.active IS NOT false AND coalesce(a.class, 'human') = 'human'), '{}'),
      coalesce(array_agg(coalesce(a.active AND a.class = 'human' AND a.email IS NOT NULL, false)), '{}')
    INTO NEW.listed, NEW.enabled, NEW.ids, NEW.places, NEW.folded, NEW.emails, NEW.usable, NEW.personal
    FROM (SELECT x.n::integer AS n, x.account ->> 'id' AS id, x.account ->> 'label' AS label, x.account ->> 'email' AS email,
        x.account ->> 'class' AS class, (x.account ->> 'active')::boolean AS active
      FROM jsonb_array_elements(NEW.accounts) WITH ORDINALITY x (account, n)
      ORDER BY (x.account ->> 'label') COLLATE "C", (x.account ->> 'id') COLLATE "C", x.n) a;
  RETURN NEW;
END $$;
RESET ROLE;
UPDATE app.account_lists SET accounts = accounts;
