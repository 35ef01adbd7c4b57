import { ListChecks } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { usePhone } from "#web/design/use-phone.ts";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { useSearch } from "../../use-search.ts";
import { AccountTable } from "./account-table.tsx";
import { AccountsToolbar } from "./accounts-toolbar.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import type { Asking } from "./decision-cell.tsx";
import { accountsOf, decisions, filterWords } from "./reviews.ts";
import type { AccountFilter, Decision, Population, ReviewAccount, ReviewDetails } from "./reviews.ts";
import { useAccountList, useKnownAccounts } from "./use-accounts.ts";
import type { AccountList } from "./use-accounts.ts";
import { useCursor } from "./use-cursor.ts";
import { useDecisions } from "./use-decisions.ts";
import { usePicks } from "./use-picks.ts";
import { useReviewKeys } from "./use-review-keys.ts";
import "./accounts.css";

interface AccountsProps {
  review: ReviewDetails;
  population: Population;
}

/** The accounts of a system, narrowed by what the address says. */
export function Accounts({ review, population }: AccountsProps) {
  const [search, change] = useSearch();
  const asked = search.get("show") ?? "all";
  const show: AccountFilter = asked in filterWords ? (asked as AccountFilter) : "all";
  const text = search.get("search") ?? "";
  const { list, found, isWhole } = useAccountList(review, population, { show, search: text });
  const narrow = (changes: Readonly<Record<string, string>>) => change({ ...changes, row: "" }, { replace: true });
  return (
    <>
      <AccountsToolbar show={show} search={text} onNarrow={narrow} />
      <Screen
        data={isWhole ? { data: list, error: null, refetch: found.refetch } : { ...found, data: list }}
        loading={<SkeletonRegister rows={8} columns={4} />}
        empty={{
          when: ({ numbers }) => numbers.length === 0,
          show: (
            <p className="review-none quiet">
              No account matches.{" "}
              <Button size="small" onClick={() => narrow({ show: "", search: "" })}>
                Show all accounts
              </Button>
            </p>
          ),
        }}
      >
        {(shown) => <Listed key={`${show} ${text}`} review={review} population={population} list={shown} />}
      </Screen>
    </>
  );
}

function Listed({ review, population, list }: AccountsProps & { list: AccountList }) {
  const [search, change] = useSearch();
  const isPhone = usePhone();
  const known = useKnownAccounts(list);
  const acts = useDecisions(review);
  const picks = usePicks(list, known);
  const linked = list.numbers.indexOf(Number(search.get("row")));
  const cursor = useCursor(list.numbers.length, linked);
  const { current, focus, onFocus } = cursor;
  const { decide } = acts;
  const [asking, setAsking] = useState<Asking>();
  const [said, setSaid] = useState("");
  const isOpen = review.closedAt === null;
  useLinkedRow(linked, focus);
  useRowInAddress(cursor.at, (row) => change({ row }, { replace: true }), list);

  const onDecide = useCallback(
    (account: ReviewAccount, decision: Decision | "none", reason: string) => {
      setAsking(undefined);
      void decide([{ account, decision, reason }]).then((isKept) => {
        const word = decisions.find(({ key }) => key === decision)?.label ?? "Taken back";
        if (isKept) setSaid(`${account.label}: ${word}. Press U to undo.`);
      });
      focus(current.current);
    },
    [decide, focus, current],
  );
  const onAsk = useCallback(
    (next: Asking | undefined) => {
      setAsking(next);
      if (!next) focus(current.current);
    },
    [focus, current],
  );
  const { pick } = picks;
  const rowActs = useMemo(
    () => ({
      onFocus,
      onDecide,
      onAsk,
      onPick: (at: number, withRange: boolean) => void Promise.resolve(pick(at, withRange)).catch(unread),
    }),
    [onFocus, onDecide, onAsk, pick],
  );
  useReviewKeys({
    onMove: (steps, picksToo) => {
      const before = current.current;
      // The first press goes to the first row, where no row has the focus yet.
      const to = cursor.go(cursor.isOn() ? before + steps : before);
      if (picksToo && isOpen) void picks.extend(before, to).catch(unread);
    },
    onDecide: (decision) => {
      const account = known(current.current);
      if (!account?.mayDecide) return;
      if (decision === "keep") onDecide(account, decision, "");
      else setAsking({ id: account.id, decision });
    },
    onReason: () => {
      const account = known(current.current);
      if (account?.mayDecide) setAsking({ id: account.id, decision: account.decision?.decision ?? "keep" });
    },
    onPick: () => isOpen && void pick(current.current),
    onUndo: () => void acts.undo().then((before) => before && setSaid(`Undone: ${accountsOf(before.length)}.`)),
    onEscape: picks.picked ? picks.end : undefined,
  });
  return (
    <>
      <AccountTable
        list={list}
        system={population.system}
        seenAt={population.seenAt}
        isPhone={isPhone}
        current={cursor.at}
        picked={useMemo(() => picks.picked && new Set(picks.picked.keys()), [picks.picked])}
        asking={asking}
        acts={rowActs}
        onDrawn={cursor.onDrawn}
      />
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {isOpen && (
        <div className="review-foot">
          <Keys />
          {!picks.picked && (
            <Button icon={ListChecks} aria-keyshortcuts="x" onClick={picks.begin}>
              Select
            </Button>
          )}
        </div>
      )}
      <BulkBar population={population} picks={picks} acts={acts} />
    </>
  );
}

const unread = (error: unknown) => showError(error, "The accounts could not be read");

/** Goes to the row that the address names, once. */
function useLinkedRow(linked: number, focus: (at: number) => void) {
  const first = useRef(linked);
  useEffect(() => {
    if (first.current > 0) focus(first.current);
    first.current = -1;
  }, [focus]);
}

/** Writes the row that somebody went to into the address, when they stay on it. */
function useRowInAddress(at: number, write: (row: string) => void, list: AccountList) {
  const latest = useRef(write);
  const before = useRef(at);
  useEffect(() => {
    latest.current = write;
  });
  useEffect(() => {
    if (before.current === at) return undefined;
    const pause = setTimeout(() => {
      before.current = at;
      latest.current(String(list.numbers[at]));
    }, 400);
    return () => clearTimeout(pause);
  }, [at, list]);
}

function Keys() {
  return (
    <p className="review-keys">
      {[
        ["J K", "Move"],
        ["1", "Keep"],
        ["2", "Change"],
        ["3", "Remove"],
        ["R", "Reason"],
        ["X", "Select"],
        ["U", "Undo"],
      ].map(([keys, word]) => (
        <span key={word}>
          {keys!.split(" ").map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{" "}
          {word}
        </span>
      ))}
    </p>
  );
}
