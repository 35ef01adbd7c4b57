import { memo, startTransition, useDeferredValue, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { AccountRow } from "./account-row.tsx";
import type { RowActs } from "./account-row.tsx";
import type { Asking } from "./decision-cell.tsx";
import { CHUNK, useChunk } from "./use-accounts.ts";
import type { AccountList } from "./use-accounts.ts";

/** About so high is a row before it was drawn, on a wide screen and on a phone. */
const ROW_HEIGHT = { wide: 54, phone: 150 };

interface AccountTableProps {
  list: AccountList;
  system: string;
  seenAt: string | null;
  isPhone: boolean;
  current: number;
  picked: ReadonlySet<string> | undefined;
  asking: Asking | undefined;
  acts: RowActs;
  /** Hears of a row that has been drawn just now. */
  onDrawn: (chunk: number) => void;
}

/**
 * The accounts of a system. Only chunks near the screen are drawn; the others hold their height. `aria-rowcount` says how many rows
 * there are in all.
 */
export function AccountTable(props: AccountTableProps) {
  const { list, system, isPhone, current, picked, asking, ...rest } = props;
  const near = useNear();
  const height = isPhone ? ROW_HEIGHT.phone : ROW_HEIGHT.wide;
  const chunks = Math.ceil(list.numbers.length / CHUNK);
  return (
    <table
      className="register review-accounts"
      role="table"
      aria-label={`Accounts of ${system}`}
      aria-rowcount={list.numbers.length + 1}
    >
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          <th role="columnheader" scope="col" className="register-margin">
            No.
          </th>
          {["Account", "Role", "Last sign-in", "Decision and reason"].map((head) => (
            <th key={head} role="columnheader" scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {Array.from({ length: chunks }, (_, chunk) => {
        const holds = (at: number) => Math.floor(at / CHUNK) === chunk;
        return (
          <Chunk
            key={chunk}
            {...rest}
            list={list}
            chunk={chunk}
            near={near}
            height={height}
            current={holds(current) ? current : -1}
            picked={picked}
            asking={asking}
          />
        );
      })}
    </table>
  );
}

type ChunkProps = Omit<AccountTableProps, "system" | "isPhone"> & {
  chunk: number;
  near: Near;
  height: number;
};

const Chunk = memo(function Chunk({ near, height, ...rows }: ChunkProps) {
  const { list, chunk } = rows;
  const body = useRef<HTMLTableSectionElement>(null);
  const [{ isNear, measured }, setPlace] = useState<{ isNear: boolean; measured?: number }>({ isNear: chunk === 0 });
  useEffect(
    () =>
      // Whoever scrolls does not wait for rows that are not on the screen yet.
      near(body.current!, (is, ownHeight) =>
        startTransition(() =>
          setPlace((before) =>
            is === before.isNear ? before : is ? { ...before, isNear: is } : { isNear: is, measured: ownHeight },
          ),
        ),
      ),
    [near],
  );
  const count = Math.min(CHUNK, list.numbers.length - chunk * CHUNK);
  const space = <Space height={measured ?? count * height} />;
  return (
    <tbody ref={body} role="rowgroup" id={`accounts-${chunk}`}>
      {isNear ? <Rows {...rows} space={space} /> : space}
    </tbody>
  );
});

/** What holds the height of rows that are not drawn. */
function Space({ height }: { height: number }) {
  return (
    <tr className="review-rest" aria-hidden="true" style={{ height }}>
      <td colSpan={5} />
    </tr>
  );
}

type RowsProps = Omit<ChunkProps, "near" | "height"> & { space: ReactNode };

function Rows({ list, chunk, current, picked, asking, seenAt, acts, onDrawn, space }: RowsProps) {
  const { data: read } = useChunk(list, chunk);
  // Rows are drawn a few at a time, between what else the page does.
  const data = useDeferredValue(read, undefined);
  const isDrawn = data !== undefined;
  useEffect(() => {
    if (isDrawn) onDrawn(chunk);
  }, [isDrawn, onDrawn, chunk]);
  if (!isDrawn) return space;
  return data.accounts.map((account, index) => {
    const at = chunk * CHUNK + index;
    return (
      <AccountRow
        key={account.id}
        account={account}
        at={at}
        seenAt={seenAt}
        isCurrent={at === current}
        isPicked={picked?.has(account.id)}
        asking={asking?.id === account.id ? asking : undefined}
        acts={acts}
      />
    );
  });
}

type Near = (element: Element, listener: (isNear: boolean, height: number) => void) => () => void;

/** Tells elements whether they are near the screen, by one observer for all of them. */
function useNear(): Near {
  const [near] = useState((): Near => {
    const listeners = new Map<Element, (isNear: boolean, height: number) => void>();
    let observer: IntersectionObserver | undefined;
    return (element, listener) => {
      observer ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting, boundingClientRect } of entries)
            listeners.get(target)?.(isIntersecting, boundingClientRect.height);
        },
        { rootMargin: "900px 0px" },
      );
      listeners.set(element, listener);
      observer.observe(element);
      return () => {
        listeners.delete(element);
        observer?.unobserve(element);
      };
    };
  });
  return near;
}
