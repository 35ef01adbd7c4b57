-- What ended of a register, and what waits, is listed in the order of its numbers from this: nobody looks through every record for the few.
SET LOCAL ROLE app_owner;
CREATE INDEX record_names_by_number ON app.record_names (company_id, register, ended, number) INCLUDE (record_id, approved);
RESET ROLE;
