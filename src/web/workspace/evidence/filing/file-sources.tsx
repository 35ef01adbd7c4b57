import { useQuery } from "@tanstack/react-query";
import { fileSourceNames } from "#domain/file-link.ts";
import type { FileSourceKey } from "#domain/file-link.ts";
import { api, queryClient } from "#web/api.ts";
import { useCan, useWorkspace } from "../../company-context.tsx";

/** How often it is asked whether an account is connected by now, and for how long after somebody went to do it. */
const LOOK_MS = 3_000;
const LOOKS_FOR_MS = 10 * 60_000;
let looksUntil = 0;

/** Where files can be read from by a link, and which accounts are connected; empty where nothing is set up. */
export function useFileSources() {
  const { company } = useWorkspace();
  const mayFile = useCan("evidence.file");
  const sources = useQuery({
    ...api.linkedFiles.sources.queryOptions({ input: { companyId: company.id } }),
    enabled: mayFile,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) =>
      performance.now() < looksUntil && state.data?.some(({ connected }) => !connected) ? LOOK_MS : false,
  });
  return sources.data ?? [];
}

/** Connects an account in a tab of its own, so that the files in this one stay. */
export function ConnectLink({ source }: { source: FileSourceKey }) {
  return (
    <a
      className="link"
      href={`/file-sources/${source}/connect`}
      target="_blank"
      rel="noreferrer"
      onClick={() => {
        looksUntil = performance.now() + LOOKS_FOR_MS;
        void queryClient.invalidateQueries({ queryKey: api.linkedFiles.sources.key() });
      }}
    >
      Connect {fileSourceNames[source]}
    </a>
  );
}
