import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deviceName } from "#domain/browser-name.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime } from "#web/design/dates.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { methodWords } from "./method-words.ts";

/** Every device on which the person is signed in, and how to end that. */
export function Devices() {
  const queries = useQueryClient();
  const sessions = useQuery(api.ownAccount.sessions.queryOptions({ input: {} }));
  const refresh = () => queries.invalidateQueries({ queryKey: api.ownAccount.sessions.key() });
  const onError = (error: unknown) => showError(error, "Failed to sign out");
  const end = useMutation(
    api.ownAccount.endSession.mutationOptions({
      onSuccess: async () => {
        toast.success("Device signed out");
        await refresh();
      },
      onError,
    }),
  );
  const endOthers = useMutation(
    api.ownAccount.endOtherSessions.mutationOptions({
      onSuccess: async ({ ended }) => {
        toast.success(ended === 1 ? "Signed out on 1 other device" : `Signed out on ${ended} other devices`);
        await refresh();
      },
      onError,
    }),
  );
  return (
    <Screen data={sessions} loading={<SkeletonLines lines={3} />} empty={null}>
      {(all) => (
        <div className="stack at-start">
          <ul className="settings-list" aria-label="Devices">
            {all.map(({ id: sessionId, current, userAgent, address, method, lastUsedAt }) => {
              const device = deviceName(userAgent);
              return (
                <li key={sessionId}>
                  <div className="narrows">
                    <b className="strong">{device}</b>
                    {current && <span className="settings-tag">This device</span>}
                    <p className="small faint">
                      Last used {exactTime(lastUsedAt)}, from {address}, {methodWords[method].toLowerCase()}
                    </p>
                  </div>
                  {!current && (
                    <Button
                      size="small"
                      aria-label={`Sign out ${device}, last used ${exactTime(lastUsedAt)}`}
                      busy={end.isPending && end.variables.sessionId === sessionId && "Signing out..."}
                      onClick={() => end.mutate({ sessionId })}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
          {all.length > 1 && (
            <Button size="small" busy={endOthers.isPending && "Signing out..."} onClick={() => endOthers.mutate({})}>
              Sign out other devices
            </Button>
          )}
        </div>
      )}
    </Screen>
  );
}
