import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { planOf } from "#catalog/plans.ts";
import { tokenScopes } from "#domain/token-scopes.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { ShownOnce, CodeLine } from "./shown-once.tsx";
import { TokenDialog } from "./token-dialog.tsx";
import type { ApiToken, ApiTokens as Listed } from "./types.ts";
import { useDemo } from "./use-demo.ts";

/** What programs sign in with: made, shown once, and revoked here. */
export function ApiTokens() {
  const { company } = useWorkspace();
  const listed = useQuery(api.apiTokens.list.queryOptions({ input: { companyId: company.id } }));
  return (
    <div className="settings-item">
      <p>
        A program with a token acts as its creator, only in this company and within the token's scopes.{" "}
        <a className="link" href="/api/docs">
          Read the API reference
        </a>
      </p>
      <Screen data={listed} loading={<SkeletonLines lines={3} />} empty={null}>
        {(found) => <Tokens listed={found} />}
      </Screen>
    </div>
  );
}

function Tokens({ listed: { closedBy, tokens } }: { listed: Listed }) {
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const live = tokens.filter(({ state }) => state === "live");
  const ended = tokens.filter(({ state }) => state !== "live");
  return (
    <>
      {closedBy && <Closed by={closedBy} />}
      {live.length > 0 && (
        <ul className="settings-list" aria-label="API tokens">
          {live.map((token) => (
            <TokenLine key={token.id} token={token} />
          ))}
        </ul>
      )}
      {live.length === 0 && !closedBy && <p>No API tokens yet.</p>}
      {!closedBy && (
        <Button size="small" onClick={() => setMaking(true)}>
          Create Token
        </Button>
      )}
      {ended.length > 0 && (
        <details className="settings-ended">
          <summary>
            {ended.length === 1 ? "1 expired or revoked token" : `${ended.length} expired or revoked tokens`}
          </summary>
          <ul className="settings-list" aria-label="Ended API tokens">
            {ended.map((token) => (
              <TokenLine key={token.id} token={token} />
            ))}
          </ul>
        </details>
      )}
      {making && <TokenDialog onMade={setMade} onClose={() => setMaking(false)} />}
      {made !== null && <MadeToken token={made} onClose={() => setMade(null)} />}
    </>
  );
}

/** Why there are no tokens, and who can change that. */
function Closed({ by }: { by: "installation" | "plan" }) {
  const { company, platformAdmin } = useWorkspace();
  if (by === "plan") {
    return (
      <p className="settings-note">
        API access is not part of the {planOf(company.subscriptionTier).name} plan. You need Growth or a larger plan:{" "}
        <Link to="/pricing">compare plans</Link>.
      </p>
    );
  }
  return (
    <p className="settings-note">
      API access is off. The operator of this installation can turn it on with the flag{" "}
      <code className="mono">api-access</code>
      {platformAdmin ? (
        <>
          {" "}
          in the <Link to="/dashboard/admin">Admin panel</Link>
        </>
      ) : null}
      .
    </p>
  );
}

function TokenLine({ token }: { token: ApiToken }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { id: tokenId, name, start, scopes, createdBy, createdAt, expiresAt, lastUsedAt, state, revokedAt } = token;
  const revoke = useMutation(api.apiTokens.revoke.mutationOptions());
  const used = lastUsedAt ? `last used ${longDate(lastUsedAt)}` : "never used";
  const end = revokedAt
    ? `revoked ${longDate(revokedAt)}`
    : `${state === "live" ? "expires" : "expired"} ${longDate(expiresAt)}`;
  return (
    <li>
      <div className="narrows">
        <b className="wraps strong">{name}</b> <code className="mono faint">{start}…</code>
        <p className="small quiet">{scopes.map((scope) => tokenScopes[scope].label).join(", ")}</p>
        <p className="small faint">
          Created by {createdBy} on {longDate(createdAt)}, {end}, {used}
        </p>
      </div>
      {state === "live" && (
        <Button size="small" kind="quiet" aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
          Revoke
        </Button>
      )}
      {asking && (
        <RemoveDialog
          title="Revoke Token"
          message={`Programs that use ${name} lose access immediately. This cannot be undone.`}
          action="Revoke"
          busy="Revoking..."
          failure="The token could not be revoked"
          remove={() => revoke.mutateAsync({ companyId: company.id, tokenId })}
          onRemoved={async () => {
            toast.success("Token revoked");
            await queries.invalidateQueries({ queryKey: api.apiTokens.key() });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const demo = useDemo();
  return (
    <ShownOnce title="Your API token" what="API token" secret={token} onClose={onClose}>
      <p className="quiet">
        {demo ? "Demo tokens don't work. You would try a real one like this:" : "Try it in a terminal:"}
      </p>
      <CodeLine what="Command" text={`curl -H "Authorization: Bearer ${token}" ${location.origin}/api/v1/companies`} />
    </ShownOnce>
  );
}
