-- A page of accounts was found by a look at every account of every list in this process: 40,000 of them took a quarter of a second. What they are
-- searched and matched by stands beside each list in columns of its own, in the order of their names, so that the database finds the page.
SET LOCAL ROLE app_owner;
ALTER TABLE app.account_lists ADD COLUMN listed integer NOT NULL DEFAULT 0, ADD COLUMN ids text[] NOT NULL DEFAULT '{}',
  -- Where each stands among the accounts as they were listed, from 1 on.
  ADD COLUMN places integer[] NOT NULL DEFAULT '{}',
  -- Their names as they are searched.
  ADD COLUMN folded text[] NOT NULL DEFAULT '{}', ADD COLUMN emails text[] NOT NULL DEFAULT '{}',
  -- Whether it may be an account that a person uses, and whether it certainly is, with an address: docs/decisions/0087.
  ADD COLUMN usable boolean[] NOT NULL DEFAULT '{}', ADD COLUMN personal boolean[] NOT NULL DEFAULT '{}';

SET LOCAL ROLE app_definer;
CREATE FUNCTION app.hold_listed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT count(*), coalesce(array_agg(a.id), '{}'), coalesce(array_agg(a.n), '{}'), coalesce(array_agg(app.fold(a.label)), '{}'),
      coalesce(array_agg(a.email), '{}'), coalesce(array_agg(a.active IS NOT false AND coalesce(a.class, 'human') = 'human'), '{}'),
      coalesce(array_agg(coalesce(a.active AND a.class = 'human' AND a.email IS NOT NULL, false)), '{}')
    INTO NEW.listed, NEW.ids, NEW.places, NEW.folded, NEW.emails, NEW.usable, NEW.personal
    FROM (SELECT x.n::integer AS n, x.account ->> 'id' AS id, x.account ->> 'label' AS label, x.account ->> 'email' AS email,
        x.account ->> 'class' AS class, (x.account ->> 'active')::boolean AS active
      FROM jsonb_array_elements(NEW.accounts) WITH ORDINALITY x (account, n)
      ORDER BY (x.account ->> 'label') COLLATE "C", (x.account ->> 'id') COLLATE "C", x.n) a;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.hold_listed() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hold_listed() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER hold_listed BEFORE INSERT OR UPDATE OF accounts ON app.account_lists FOR EACH ROW EXECUTE FUNCTION app.hold_listed();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.hold_listed() FROM app_owner;
RESET ROLE;
UPDATE app.account_lists SET accounts = accounts;
