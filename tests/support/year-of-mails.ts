/** A mail, and on which day of the year it came. */
export interface Told {
  readonly at: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export const isDigest = ({ subject }: Pick<Told, "subject">) => subject.includes("this week");
export const isStaffReminder = ({ subject }: Pick<Told, "subject">) => / to do(,|$)/.test(subject);
const isLink = ({ subject }: Told) => subject.endsWith(": your training and policies");
const isHold = ({ subject }: Told) => subject.includes("legal hold");

const DAY_MS = 86_400_000;
const factOf = (text: string, name: string) =>
  new RegExp(`^  ${name} {2,}(.*(?:\\n {10,}.*)*)`, "m").exec(text)?.[1]?.replaceAll(/\s+/g, " ") ?? "";

/**
 * What a mail is about, whom it is for and at which stage of it, where each such mail comes once. Undefined for those whose stages are weeks
 * (what staff have to do, holds) and for links, which somebody sends by hand.
 */
function onceOf(mail: Told, began: Date): string | undefined {
  const { at, to, subject, text } = mail;
  if (isStaffReminder(mail) || isHold(mail) || isLink(mail)) return undefined;
  if (isDigest(mail)) return `${to}, tasks of the week of day ${at}`;
  if (subject.startsWith("Evidence about to expire")) {
    const until = factOf(text, "Counts until");
    // It is said two weeks before, and once more on the last day.
    const left = Date.parse(until.replace(",", "").replace(",", "")) - (began.getTime() + (at + 0.375) * DAY_MS);
    return `${to}, ${subject}, ${factOf(text, "Item")}, ${until}, ${left <= DAY_MS ? "last day" : "ahead"}`;
  }
  // A control that passes again does so once in a spell, which its failing mails name.
  if (subject.startsWith("Control passing again")) return `${to}, ${subject}, day ${at}`;
  if (subject.startsWith("Control ")) return `${to}, ${subject}, since ${factOf(text, "Since")}`;
  // How many hours are left is not what it is about.
  return `${to}, ${/decide on notice of INC-\d+/.exec(subject)?.[0] ?? subject}`;
}

/** Mails that were sent more than once, each by what it is about, its stage and who got it. */
export function sentTwice(mails: readonly Told[], began: Date): string[] {
  const seen = Map.groupBy(mails, (mail) => onceOf(mail, began) ?? "");
  seen.delete("");
  return [...seen].flatMap(([key, own]) =>
    own.length > 1 ? [`${key}: on days ${own.map(({ at }) => at).join(", ")}`] : [],
  );
}

/** What happens to a control is told in turns: nobody is told twice in a row that it passes again. */
export function toldOutOfTurn(mails: readonly Told[]): string[] {
  const ofControls = mails.filter(({ subject }) => /^Control (failing|needs evidence|passing again)/.test(subject));
  return [...Map.groupBy(ofControls, ({ to, subject }) => `${to}, ${subject.split(": ")[1]}`)].flatMap(([key, own]) =>
    own.flatMap(({ at, subject }, index) =>
      subject.startsWith("Control passing") && (own[index - 1]?.subject.startsWith("Control passing") ?? true)
        ? [`${key}: passing again on day ${at}, and nobody was told that it fell`]
        : [],
    ),
  );
}

/** The weekly reminders of holds that did not come a week after the one before, while nobody confirms anything. */
export function holdsOffBeat(mails: readonly Told[], lastDay: number): string[] {
  const reminders = mails.filter((mail) => isHold(mail) && mail.at < lastDay);
  return [...Map.groupBy(reminders, ({ to, text }) => `${to}, ${factOf(text, "Legal hold")}`)].flatMap(([key, own]) => {
    const days = own.map(({ at }) => at);
    const gaps = [...days.slice(1), lastDay].map((day, index) => day - days[index]!);
    return gaps.slice(0, -1).every((gap) => gap === 7) && gaps.at(-1)! <= 7
      ? []
      : [`${key}: on days ${days.join(", ")}`];
  });
}

interface Owed {
  readonly mails: Set<number>;
  readonly dueDay: number;
}

/** Days at which somebody of the staff is told of a thing: seven days before it is due, when it is due, and every seven days from then. */
function stagesOf(
  { mails, dueDay }: Owed,
  until: number,
): { readonly offset: number; readonly days: readonly number[] }[] {
  const first = Math.min(...mails);
  const last = Math.max(...mails, until - 1);
  // A moment that comes later in the day than the mails do is told of on the next.
  return [0, 1].map((offset) => {
    const days: number[] = [];
    for (let day = dueDay - 7 + offset; day <= last; day += 7) if (day > first) days.push(day);
    return { offset, days };
  });
}

/**
 * What is wrong with the mails that tell staff what they have to do, until a day before which nobody does anything: a thing that was not told
 * of at each of its stages, and a mail that came at no stage of anything that it lists. Each person has one mail a day at most, so that a stage
 * that was told of was told of once.
 */
export function staffOffBeat(mails: readonly Told[], untilDay: number): string[] {
  const wrong: string[] = [];
  for (const [to, own] of Map.groupBy(mails.filter(isStaffReminder), (mail) => mail.to)) {
    const days = own.map(({ at }) => at);
    if (new Set(days).size < days.length) wrong.push(`${to}: two on one day, ${days.join(", ")}`);
    const owed = new Map<string, Owed>();
    for (const { at, text } of own)
      for (const [title, dueDay] of thingsIn(text, at)) {
        const key = `${title}, due on day ${dueDay}`;
        owed.set(key, { mails: (owed.get(key)?.mails ?? new Set()).add(at), dueDay });
      }
    const told = new Set(days);
    const explained = new Set<number>();
    for (const [key, thing] of owed) {
      // Whoever took up their work does things on days that the mails do not say.
      const until = Math.min(...thing.mails) < untilDay ? untilDay : 0;
      const stages = stagesOf(thing, until).filter(({ days: wanted }) => wanted.every((day) => told.has(day)));
      if (stages.length === 0) wrong.push(`${to}: ${key}, was told of on days ${[...thing.mails].join(", ")} alone`);
      explained.add(Math.min(...thing.mails));
      for (const day of stages.flatMap(({ days: wanted }) => wanted)) explained.add(day);
    }
    const more = days.filter((day) => !explained.has(day));
    if (more.length > 0) wrong.push(`${to}: without a reason on days ${more.join(", ")}`);
  }
  return wrong;
}

/** The things that a mail lists, each with the day on which it is due. */
function thingsIn(text: string, at: number): [title: string, dueDay: number][] {
  const lines = text.matchAll(/^  (Due today|Due in (\d+) days?|(\d+) days? overdue) +(.*(?:\n {12,}.*)*)/gm);
  return [...lines].map(([, , ahead, late, title]) => [
    title!.replaceAll(/\s+/g, " "),
    at + Number(ahead ?? 0) - Number(late ?? 0),
  ]);
}
