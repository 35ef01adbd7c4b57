import { wordDays } from "#domain/bundle/bundle-scope.ts";

interface Scoped {
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** What an export covers, in a line. */
export function scopeOf({ projectId, projectName, from, to }: Scoped): string {
  const whose = projectId === null ? "All company evidence" : (projectName ?? "A deleted project");
  const days = wordDays({ ...(from !== null && { from }), ...(to !== null && { to }) });
  return days === undefined ? whose : `${whose}, ${days}`;
}
