import { useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useHydrated } from "./use-hydrated.ts";

export interface Tab<Key extends string> {
  readonly key: Key;
  readonly label: ReactNode;
  readonly count?: number;
}

interface TabsProps<Key extends string> {
  label: string;
  tabs: readonly Tab<Key>[];
  chosen: Key;
  onChoose: (key: Key) => void;
  /** Tabs share the width evenly. */
  fill?: boolean;
  /** Drawn as a segmented control: a choice within a view, such as Password or Magic Link. */
  segmented?: boolean;
  /** The chosen tab's panel. */
  children: ReactNode;
}

/** Divider tabs over one panel. Arrow keys move and choose; only the chosen tab is in the Tab order. */
export function Tabs<Key extends string>({ label, tabs, chosen, onChoose, fill, segmented, children }: TabsProps<Key>) {
  const id = useId();
  const hydrated = useHydrated();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.key === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  }

  return (
    <>
      <div
        ref={list}
        className={segmented ? "segmented" : "tabs"}
        role="tablist"
        aria-label={label}
        data-fill={fill || undefined}
        data-scrolls={fill || segmented ? undefined : "more tabs than there is room for"}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            className={segmented ? undefined : "tab"}
            id={`${id}-${tab.key}`}
            data-key={tab.key}
            disabled={!hydrated}
            aria-selected={tab.key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === chosen ? 0 : -1}
            onClick={() => onChoose(tab.key)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        // A choice within a view may have the name of a field in it, such as Password; the panel must not have it, too.
        {...(segmented ? { "aria-label": label } : { "aria-labelledby": `${id}-${chosen}` })}
      >
        {children}
      </div>
    </>
  );
}

interface SegmentedProps<Key extends string> {
  label: string;
  options: readonly { key: Key; label: ReactNode }[];
  chosen: Key;
  onChoose: (key: Key) => void;
}

/** A choice within a view, such as List or Map: buttons that say whether they are pressed. */
export function Segmented<Key extends string>({ label, options, chosen, onChoose }: SegmentedProps<Key>) {
  return (
    <span className="segmented" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.key}
          type="button"
          aria-pressed={option.key === chosen}
          onClick={() => onChoose(option.key)}
        >
          {option.label}
        </button>
      ))}
    </span>
  );
}
