-- What was decided on accounts of whoever moved was looked for among all accounts of all reviews, for each list of tasks.
SET LOCAL ROLE app_owner;
CREATE INDEX review_rows_of_person ON app.review_rows (company_id, person_id) WHERE person_id IS NOT NULL;
RESET ROLE;
