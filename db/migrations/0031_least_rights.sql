-- The scope to read no longer makes bundles. Tokens made before were offered both together and keep both.
UPDATE app.api_tokens SET scopes = scopes || '{exports:write}' WHERE 'read' = ANY (scopes) AND revoked_at IS NULL;
