import { useEffect, useState } from "react";
import type { Control } from "#catalog/types.ts";
import { columns, opened } from "./crosswalk.gen.ts";

/**
 * The requirement ids of a control, by column. Those of the control that is open at first are in the page; the library
 * with all others is fetched when another one is opened.
 */
export function useRequirementIds(
  open: string | undefined,
): (id: string) => readonly (readonly string[])[] | undefined {
  const [controls, setControls] = useState<readonly Control[]>();
  const needed = open !== undefined && open !== opened.id;
  useEffect(() => {
    if (needed) void import("#catalog/controls/index.ts").then((library) => setControls(library.controls));
  }, [needed]);
  return (id) => {
    if (id === opened.id) return opened.ids;
    const control = controls?.find((one) => one.id === id);
    return control && columns.map(({ key }) => control.requirements[key]);
  };
}
