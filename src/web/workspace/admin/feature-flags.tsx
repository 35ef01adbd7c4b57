import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Switch } from "#web/design/choice.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { tell } from "#web/refusal.ts";

/** A switch for each flag. It turns at once, and back again when the server could not. */
export function FeatureFlags() {
  const flags = useQuery(api.flags.list.queryOptions({ input: {} }));
  const turn = useTurning();
  return (
    <Screen data={flags} loading={<SkeletonLines lines={4} />} empty={null}>
      {(list) => (
        <ul className="flags" aria-label="Feature Flags">
          {list.map((flag) => (
            <li key={flag.key}>
              <Switch
                aria-label={flag.key}
                label={<b className="font-semibold">{flag.key}</b>}
                note={flag.description}
                checked={flag.enabled}
                onChange={(event) => turn.mutate({ key: flag.key, enabled: event.target.checked })}
              />
            </li>
          ))}
        </ul>
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
        tell(error, "Failed to turn the flag");
      },
    }),
  );
}
