import { useEffect, useState } from "react";
import type { Control } from "#catalog/types.ts";
import { columns, opened } from "./crosswalk.gen.ts";
import type { ControlDetails } from "./crosswalk.gen.ts";

/**
 * What an open control shows. For the one that is open at first that is in the page; the library with all others is
 * fetched when another one is opened.
 */
export function useControlDetails(open: string | undefined): ControlDetails | undefined {
  const [controls, setControls] = useState<readonly Control[]>();
  const needed = open !== undefined && open !== opened.id;
  useEffect(() => {
    if (needed) void import("#catalog/controls/index.ts").then((library) => setControls(library.controls));
  }, [needed]);
  if (open === opened.id) return opened;
  const control = controls?.find(({ id }) => id === open);
  return control && { statement: control.statement, ids: columns.map(({ key }) => control.requirements[key]) };
}
