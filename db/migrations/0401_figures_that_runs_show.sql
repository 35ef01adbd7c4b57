-- Figures that a run shows and that a policy may promise more strictly than its check asks: by check the worst few. See
-- src/domain/policies/shown-figures.ts.
SET LOCAL ROLE app_owner;
ALTER TABLE app.collection_runs ADD COLUMN shown_figures jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(shown_figures) = 'array');
RESET ROLE;
