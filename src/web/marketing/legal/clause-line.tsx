import { toast } from "#web/design/toast-list.ts";
import type { Clause } from "./legal-section.ts";

/**
 * A clause. Its number leads to it, so the address can be sent to somebody; where the browser allows it, the press copies
 * that address as well.
 */
export function ClauseLine({ id, number, clause }: { id: string; number: string; clause: Clause }) {
  async function copy() {
    const address = new URL(`#${id}`, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      toast.success(`Link to clause ${number} copied`);
    } catch {
      // The address bar has it.
    }
  }
  return (
    <div className="legal-line clause" id={id} tabIndex={-1}>
      <a
        className="clause-number"
        href={`#${id}`}
        aria-label={`Link to clause ${number}, ${clause.title}`}
        onClick={() => void copy()}
      >
        {number}
      </a>
      <div>
        <h3>{clause.title}</h3>
        <p>{clause.text}</p>
      </div>
    </div>
  );
}
