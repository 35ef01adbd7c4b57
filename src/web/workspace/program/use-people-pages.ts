import { useState } from "react";
import { usePaused } from "../use-paused.ts";

/** What is searched for in a list of people, and which of its pages is shown. */
export function usePeoplePages() {
  const [text, setText] = useState("");
  const search = usePaused(text.trim());
  // Where each page begins, the one that is shown last.
  const [pages, setPages] = useState<readonly string[]>([]);
  return {
    text,
    search,
    after: pages.at(-1),
    type: (typed: string) => {
      setText(typed);
      setPages([]);
    },
    turn: (next: string) => setPages([...pages, next]),
    back: pages.length === 0 ? undefined : () => setPages(pages.slice(0, -1)),
  };
}

export type PeoplePages = ReturnType<typeof usePeoplePages>;
