import { memo } from "react";
import { DecisionCell } from "./decision-cell.tsx";
import type { Asking } from "./decision-cell.tsx";
import { flagsOf, lastUseOf, roleOf } from "./reviews.ts";
import type { Decision, ReviewAccount } from "./reviews.ts";

/** What rows do; the same for all of them, so that a row is drawn again only where it changed. */
export interface RowActs {
  readonly onFocus: (at: number) => void;
  readonly onDecide: (account: ReviewAccount, decision: Decision | "none", reason: string) => void;
  readonly onAsk: (asking: Asking | undefined) => void;
  readonly onPick: (at: number, withRange: boolean) => void;
}

interface AccountRowProps {
  account: ReviewAccount;
  /** Its place in the list, from 0. */
  at: number;
  seenAt: string | null;
  isCurrent: boolean;
  /** Undefined while nobody chooses rows. */
  isPicked: boolean | undefined;
  asking: Asking | undefined;
  acts: RowActs;
}

/** An account of a review: whose it is, what it may do, when it was used last, and what is decided. */
export const AccountRow = memo(function AccountRow(props: AccountRowProps) {
  const { account, at, seenAt, isCurrent, isPicked, asking, acts } = props;
  const { id, number, label, accountId, person, own } = account;
  return (
    <tr
      role="row"
      id={`account-${at}`}
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={at + 2}
      aria-current={isCurrent || undefined}
      data-account={id}
      onFocus={() => acts.onFocus(at)}
    >
      <td role="cell" className="register-margin">
        {number}
      </td>
      <td role="cell" data-phone="title" data-written>
        {isPicked !== undefined && (
          <input
            type="checkbox"
            className="review-pick"
            aria-label={`Select ${label}`}
            tabIndex={isCurrent ? 0 : -1}
            checked={isPicked}
            onClick={(event) => acts.onPick(at, event.shiftKey)}
            onChange={() => {}}
          />
        )}
        <span className="strong">{person?.name ?? label}</span>
        <span className="review-flags">
          {person && <span className="mono">{label}</span>}
          {!person && accountId !== label && <span className="mono">{accountId}</span>}
          {own && <span>Your account</span>}
          {flagsOf(account, seenAt).map(({ words, bad }) => (
            <span key={words} data-finding={bad ? "failing" : "unknown"}>
              {words}
            </span>
          ))}
        </span>
      </td>
      <td role="cell" data-phone="line">
        {roleOf(account)}
      </td>
      <td role="cell" data-phone="line">
        <span className="only-phone cell-label">Last sign-in:</span>
        {lastUseOf(account)}
      </td>
      <td role="cell" data-phone="actions">
        <DecisionCell
          account={account}
          asking={asking}
          isCurrent={isCurrent}
          onDecide={acts.onDecide}
          onAsk={acts.onAsk}
        />
      </td>
    </tr>
  );
});
