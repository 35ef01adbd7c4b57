import type { Attention } from "./installation-health.ts";

/** Something that operators have to know, since when it lasts, and when they were mailed about it. */
export interface KnownNotice {
  readonly key: string;
  readonly since: Date;
  readonly toldAt: Date | null;
}

/** What is to be written down and mailed now. */
export interface NoticesDue {
  /** Seen for the first time. */
  readonly begun: readonly string[];
  /** Over: their rows go. */
  readonly ended: readonly string[];
  /** To be mailed, because it lasts. Everything that lasts is in one mail. */
  readonly tell: readonly Attention[];
  /** Everything that operators were mailed about is over. */
  readonly allClear: boolean;
}

/** What is over within five minutes, such as a restart, is not mailed. */
const LASTS_MS = 5 * 60_000;
/** What lasts for a day is mailed again. */
const AGAIN_MS = 24 * 3_600_000;

/** Decides what operators are mailed, from what needs them now and what they were mailed before. */
export function noticesDue(known: readonly KnownNotice[], attention: readonly Attention[], at: Date): NoticesDue {
  const before = new Map(known.map((notice) => [notice.key, notice]));
  const now = new Set(attention.map(({ key }) => key));
  const age = (since: Date) => at.getTime() - since.getTime();
  const lasting = attention.filter(({ key }) => {
    const notice = before.get(key);
    return notice && age(notice.since) >= LASTS_MS;
  });
  const isNews = ({ key }: Attention) => {
    const { toldAt } = before.get(key)!;
    return toldAt === null || age(toldAt) >= AGAIN_MS;
  };
  const wereTold = known.some(({ toldAt }) => toldAt !== null);
  // What was mailed is remembered until nothing is left: only then is all well.
  const ended = known.filter(({ key, toldAt }) => !now.has(key) && (toldAt === null || now.size === 0));
  return {
    begun: [...now].filter((key) => !before.has(key)),
    ended: ended.map(({ key }) => key),
    tell: lasting.some(isNews) ? lasting : [],
    allClear: wereTold && now.size === 0,
  };
}
