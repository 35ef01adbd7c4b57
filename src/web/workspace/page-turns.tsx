import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "#web/design/button.tsx";

interface PageTurnsProps {
  /** Absent on the first page. */
  previous: (() => void) | undefined;
  /** Absent on the last page. */
  next: (() => void) | undefined;
  /** The page that was asked for last is still on its way. */
  turning: boolean;
}

/** The pages before and after this one, from their tops; nothing where there is one alone. */
export function PageTurns({ previous, next, turning }: PageTurnsProps) {
  if (!previous && !next) return null;
  const turn = (go: (() => void) | undefined) => () => {
    go?.();
    document.getElementById("main")?.scrollIntoView();
  };
  return (
    <nav aria-label="Pages" aria-busy={turning || undefined} className="cluster">
      <Button size="small" icon={ChevronLeft} disabled={!previous} onClick={turn(previous)}>
        Previous
      </Button>
      <Button size="small" icon={ChevronRight} disabled={!next} onClick={turn(next)}>
        Next
      </Button>
    </nav>
  );
}
