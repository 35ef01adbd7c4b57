/** A device that somebody of the staff names as theirs and missing. */
export interface NamedDevice {
  readonly name: string;
  readonly kind: string;
  readonly serial: string | null;
}

/** The longest name and serial number, in characters. */
export const LONGEST_NAMED = 100;

// Of what a person pastes, what no screen shows is a space.
const tidy = (text: string | undefined) =>
  (text ?? "")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** What a form says of such a device, or what is wrong with it in one sentence; `kinds` are those of the register. */
export function readNamedDevice(
  form: ReadonlyMap<string, string>,
  kinds: Readonly<Record<string, string>>,
): { readonly device: NamedDevice; readonly problem: string } {
  const [name, serial, kind] = [tidy(form.get("name")), tidy(form.get("serial")), form.get("kind") ?? ""];
  const device = { name, kind, serial: serial === "" ? null : serial };
  const long = [name, serial].some((text) => text.length > LONGEST_NAMED);
  const problem = !Object.hasOwn(kinds, kind)
    ? "Choose what kind of device it is."
    : name === ""
      ? "Name the device, so that others can tell which one you mean."
      : long
        ? `Please use at most ${LONGEST_NAMED} characters.`
        : "";
  return { device, problem };
}
