import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { tellPage } from "#judge/registers/told-pages.ts";
import type { PageTold } from "#judge/registers/told-pages.ts";

/** The canonical text of a page, and what is told of it. */
export interface MadeText {
  readonly register: string;
  /** Good until the second page after this one is begun, whose text takes its place. */
  readonly text: Buffer;
  readonly told: PageTold;
}

/** A page that is made some rows at a time, which nobody holds. */
export interface PageInMaking {
  add(rows: readonly SnapshotRow[]): void;
  end(): MadeText;
}

/** Larger than most pages. */
const ROOM = 512 * 1024;

/**
 * Makes pages one after the other: the text of each is what `canonicalJson` writes of all of it, and what is told of it what `tellPage` tells.
 * Texts of two pages are held, and no more.
 */
export function pageMaker(): { begin(register: string): PageInMaking } {
  let rooms: readonly [Buffer, Buffer] = [Buffer.allocUnsafeSlow(ROOM), Buffer.allocUnsafeSlow(ROOM)];
  return {
    begin: (register) => {
      let room = rooms[1];
      let [length, told]: [number, PageTold] = [0, tellPage({ register, rows: [] })];
      const write = (text: string) => {
        const bytes = Buffer.byteLength(text, "utf8");
        if (length + bytes > room.length) {
          const larger = Buffer.allocUnsafeSlow(Math.max(2 * room.length, length + bytes));
          room.copy(larger, 0, 0, length);
          room = larger;
        }
        // Of nothing but ASCII, as most are, it is copied as it is.
        length += room.write(text, length, bytes === text.length ? "latin1" : "utf8");
      };
      write(`{"register":${canonicalJson(register)},"rows":[`);
      let isFirst = true;
      return {
        add: (rows) => {
          if (rows.length === 0) return;
          const text = canonicalJson(rows as unknown as CanonicalValue);
          write(isFirst ? text.slice(1, -1) : `,${text.slice(1, -1)}`);
          isFirst = false;
          told = together(told, tellPage({ register, rows }));
        },
        end: () => {
          write("]}");
          rooms = [room, rooms[0]];
          return { register, text: room.subarray(0, length), told };
        },
      };
    },
  };
}

/** What is told of rows and of those after them, as of all of them. */
function together({ about, wrong }: PageTold, more: PageTold): PageTold {
  const next = more.about;
  return {
    about: {
      size: about.size + next.size,
      states: {
        open: about.states.open + next.states.open,
        waiting: about.states.waiting + next.states.waiting,
        ended: about.states.ended + next.states.ended,
      },
      approvedAlone: [...about.approvedAlone, ...next.approvedAlone],
      endedAlone: [...about.endedAlone, ...next.endedAlone],
      hasEndAlone: about.hasEndAlone || next.hasEndAlone,
    },
    wrong: {
      types: [...new Set([...wrong.types, ...more.wrong.types])],
      early: [...new Set([...wrong.early, ...more.wrong.early])],
    },
  };
}
