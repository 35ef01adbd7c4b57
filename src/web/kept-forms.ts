import { toast } from "./design/toast-list.ts";

/** What this knows of a field; a DOM element has all of it. */
interface FieldFacts {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly checked?: boolean;
  readonly defaultValue?: string;
  readonly defaultChecked?: boolean;
}

interface KeptField {
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
}

const never = new Set(["password", "file", "submit", "button", "reset", "image", "fieldset", "output"]);
const ticked = new Set(["checkbox", "radio"]);

/** Whether a field may be kept: it has a name, and what stands in it is neither secret nor a file. */
function isKept(field: FieldFacts): boolean {
  return field.name !== "" && !never.has(field.type) && !/password|code|token|secret/i.test(field.name);
}

function isTouched(field: FieldFacts): boolean {
  if (ticked.has(field.type)) return Boolean(field.checked) !== Boolean(field.defaultChecked);
  return field.value !== (field.defaultValue ?? "");
}

/** What was typed into a form, field by field; undefined when nothing was, and then there is nothing to keep. */
export function typedInto(fields: readonly FieldFacts[]): readonly KeptField[] | undefined {
  const kept = fields.filter(isKept);
  if (!kept.some(isTouched)) return undefined;
  return kept.map(({ name, value, checked }) => ({ name, value, checked: Boolean(checked) }));
}

const prefix = "kept:";

/** Under which name a form is kept: whose it is, on which page, and which of the page's forms, told by its fields. */
export function keptName(person: string, path: string, fields: readonly FieldFacts[]): string {
  const names = [...new Set(fields.filter(({ name }) => name !== "").map(({ name }) => name))];
  return `${prefix}${person}:${path}:${names.join(",")}`;
}

/** The names under which something is kept that is not this person's. */
export function keptOfOthers(names: readonly string[], person: string | null): readonly string[] {
  return names.filter(
    (name) => name.startsWith(prefix) && (person === null || !name.startsWith(`${prefix}${person}:`)),
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

const fieldsOf = (form: HTMLFormElement) => [...form.elements].filter(isField);

/** What stood in the fields of a form when it opened: the document's own defaults say nothing of what a program filled in. */
type Begun = ReadonlyMap<Field, { readonly value: string; readonly checked: boolean }>;

const isTicked = (field: Field) => field instanceof HTMLInputElement && field.checked;

const begunOf = (form: HTMLFormElement): Begun =>
  new Map(fieldsOf(form).map((field) => [field, { value: field.value, checked: isTicked(field) }]));

/** A field that came later began empty, and a list with its first entry. */
function factsOf(field: Field, begun: Begun): FieldFacts {
  const { name, type, value } = field;
  const first = field instanceof HTMLSelectElement ? (field.options[0]?.value ?? "") : "";
  const began = begun.get(field) ?? { value: first, checked: false };
  return { name, type, value, checked: isTicked(field), defaultValue: began.value, defaultChecked: began.checked };
}

const open = new Map<HTMLFormElement, { readonly person: string; readonly begun: Begun }>();

/** Puts back what the person had typed into this form before their session ended, and keeps an eye on it. */
export function watchForm(form: HTMLFormElement, person: string): () => void {
  const begun = begunOf(form);
  open.set(form, { person, begun });
  queueMicrotask(() => form.isConnected && putBack(form, person, begun));
  return () => open.delete(form);
}

/** Keeps what stands in every open form, for the moment after signing in again. */
export function keepOpenForms(): void {
  for (const [form, { person, begun }] of open) {
    const facts = fieldsOf(form).map((field) => factsOf(field, begun));
    const typed = typedInto(facts);
    if (typed) write(keptName(person, location.pathname, facts), JSON.stringify(typed));
  }
}

/** Forgets what is kept of everybody but this person; of everybody, for null. */
export function forgetKeptForms(exceptOf: string | null = null): void {
  try {
    for (const name of keptOfOthers(Object.keys(sessionStorage), exceptOf)) sessionStorage.removeItem(name);
  } catch {
    // Storage is closed to us, so nothing was kept.
  }
}

function putBack(form: HTMLFormElement, person: string, begun: Begun): void {
  const fields = fieldsOf(form);
  const kept = take(
    keptName(
      person,
      location.pathname,
      fields.map((field) => factsOf(field, begun)),
    ),
  );
  if (!kept) return;
  const waiting = [...kept];
  for (const field of fields.filter(isKept)) {
    const at = waiting.findIndex(({ name }) => name === field.name);
    const [match] = at < 0 ? [] : waiting.splice(at, 1);
    if (match) fill(field, match);
  }
  toast.info("We restored what you typed.");
}

/** As if the person had done it, so that code that listens to the field hears of it. */
function fill(field: Field, { value, checked }: KeptField): void {
  if (ticked.has(field.type)) {
    if ((field as HTMLInputElement).checked !== checked && (checked || field.type !== "radio")) field.click();
    return;
  }
  // React remembers the value it saw last; the setter below it goes past that memory.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")!;
  set!.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function write(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Storage may be closed to us, or full. Then nothing is kept, and nothing else is lost.
  }
}

function take(name: string): readonly KeptField[] | null {
  try {
    const kept = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return JSON.parse(kept ?? "null") as readonly KeptField[] | null;
  } catch {
    return null;
  }
}
