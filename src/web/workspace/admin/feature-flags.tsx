import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Switch } from "#web/design/choice.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { showError } from "#web/app-error.ts";
import { OverrideDialog } from "./override-dialog.tsx";
import { Overrides } from "./overrides.tsx";

/** A switch for each flag, which turns at once and back again when the server could not; under it, who has it otherwise. */
export function FeatureFlags() {
  const flags = useQuery(api.flags.list.queryOptions({ input: {} }));
  const turn = useTurning();
  const [overriding, setOverriding] = useState<string>();
  return (
    <Screen data={flags} loading={<SkeletonLines lines={4} />} empty={null}>
      {(list) => (
        <>
          <ul className="flags" aria-label="Feature Flags">
            {list.map((flag) => (
              <li key={flag.key}>
                <div className="flag">
                  <Switch
                    aria-label={flag.key}
                    label={<b className="strong">{flag.key}</b>}
                    note={flag.description}
                    checked={flag.enabled}
                    onChange={(event) => turn.mutate({ key: flag.key, enabled: event.target.checked })}
                  />
                  <Button
                    size="small"
                    aria-label={`Set for a company: ${flag.key}`}
                    onClick={() => setOverriding(flag.key)}
                  >
                    Set for a company
                  </Button>
                </div>
                <Overrides flag={flag} />
              </li>
            ))}
          </ul>
          {overriding !== undefined && <OverrideDialog flag={overriding} onClose={() => setOverriding(undefined)} />}
        </>
      )}
    </Screen>
  );
}

function useTurning() {
  const queries = useQueryClient();
  const queryKey = api.flags.list.queryKey({ input: {} });
  const put = (key: string, enabled: boolean) =>
    queries.setQueryData(queryKey, (before) => before?.map((flag) => (flag.key === key ? { ...flag, enabled } : flag)));
  return useMutation(
    api.flags.set.mutationOptions({
      onMutate: ({ key, enabled }) => put(key, enabled),
      onError: (error, { key, enabled }) => {
        put(key, !enabled);
        showError(error, "Failed to change the flag");
      },
      onSettled: () => void queries.invalidateQueries({ queryKey: api.users.acts.key() }),
    }),
  );
}
