import { useQuery } from "@tanstack/react-query";
import { fileSourceNames } from "#domain/file-link.ts";
import type { FileSourceKey } from "#domain/file-link.ts";
import { api } from "#web/api.ts";
import { useCan, useWorkspace } from "../../company-context.tsx";

/** While a person may be connecting an account in another tab. */
const LOOK_MS = 5_000;

/** Where files can be read from by a link, and which accounts are connected; empty where nothing is set up. */
export function useFileSources() {
  const { company } = useWorkspace();
  const mayFile = useCan("evidence.file");
  const sources = useQuery({
    ...api.linkedFiles.sources.queryOptions({ input: { companyId: company.id } }),
    enabled: mayFile,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => (state.data?.some(({ connected }) => !connected) ? LOOK_MS : false),
  });
  return sources.data ?? [];
}

/** Connects an account in a tab of its own, so that the files in this one stay. */
export function ConnectLink({ source }: { source: FileSourceKey }) {
  return (
    <a className="link" href={`/file-sources/${source}/connect`} target="_blank" rel="noreferrer">
      Connect {fileSourceNames[source]}
    </a>
  );
}
