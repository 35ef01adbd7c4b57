-- Who starts a review is offered those who may decide, and nobody whose account is disabled.
SET LOCAL ROLE app_definer;
GRANT EXECUTE ON FUNCTION app.may_review(uuid) TO app_user;
RESET ROLE;
