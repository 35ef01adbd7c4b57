import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Combobox } from "#web/design/combobox.tsx";
import type { ComboboxOption } from "#web/design/combobox.tsx";
import { useWorkspace } from "../company-context.tsx";
import { usePaused } from "../use-paused.ts";
import { linkTypeOf, plural, registerOf } from "./registers.ts";
import type { Register, RegisterField } from "./registers.ts";
import { useRegisters } from "./use-registers.ts";
import "./program.css";

export interface PickedLink {
  readonly target: string;
  readonly label: string;
}

type Linking = Pick<RegisterField, "type" | "of" | "to">;

interface LinkPickerProps {
  name: string;
  field: Linking;
  many: boolean;
  picked: readonly PickedLink[];
  /** Told of each choice, where no form asks for it. */
  onPick?: (targets: readonly string[]) => void;
}

const listed = 8;
/** Chooses what a field leads to, by searching for it. The form holds the targets, a line for each. */
export function LinkPicker({ name, field, many, picked, onPick }: LinkPickerProps) {
  const [chosen, setChosen] = useState(picked);
  const [text, setText] = useState("");
  const key = registerOf(field);
  const register = useRegisters().data?.find((candidate) => candidate.key === key);
  const options = useMatches(field, register, text)?.filter(({ key }) => !chosen.some(({ target }) => target === key));
  const put = (links: readonly PickedLink[]) => {
    setChosen(links);
    onPick?.(links.map(({ target }) => target));
  };
  const choose = ({ key: target, label }: ComboboxOption) => {
    put(many ? [...chosen, { target, label }] : [{ target, label }]);
    setText("");
  };
  return (
    <>
      <input type="hidden" name={name} value={chosen.map(({ target }) => target).join("\n")} />
      {chosen.length > 0 && (
        <ul className="picked-links">
          {chosen.map(({ target, label }) => (
            <li key={target}>
              <span className="narrows wraps">{label}</span>
              <Button
                kind="quiet"
                size="small"
                icon={X}
                iconOnly
                onClick={() => put(chosen.filter((other) => other.target !== target))}
              >
                {`Remove ${label}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        options={options}
        text={text}
        onText={setText}
        onChoose={choose}
        placeholder={wanted(field, register)}
      />
    </>
  );
}

function wanted(field: Linking, register: Register | undefined): string {
  switch (linkTypeOf(field)) {
    case "system":
      return "Search systems";
    case "control":
      return "Search controls";
    case "exhibit":
      return "Search evidence by name or number";
    default:
      return register ? `Search ${plural(register)}` : "Search";
  }
}

/** What fits the text, of one kind; undefined while it is asked for. */
function useMatches(
  field: Linking,
  register: Register | undefined,
  text: string,
): readonly ComboboxOption[] | undefined {
  const type = linkTypeOf(field);
  const { company } = useWorkspace();
  const companyId = company.id;
  const search = usePaused(text.trim());
  const sought = search === "" ? {} : { search };
  const records = useQuery({
    ...api.registers.records.queryOptions({
      input: {
        companyId,
        register: register?.key ?? "people",
        // What waits for approval is there already.
        state: register?.states.some(({ key }) => key === "waiting") ? "all" : "open",
        sort: register?.title ?? "number",
        limit: listed,
        ...sought,
      },
    }),
    enabled: register !== undefined,
    placeholderData: keepPreviousData,
  });
  const evidence = useQuery({
    ...api.evidence.list.queryOptions({ input: { companyId, limit: listed, ...sought } }),
    enabled: type === "exhibit",
    placeholderData: keepPreviousData,
  });
  const systems = useQuery({ ...api.systems.list.queryOptions({ input: { companyId } }), enabled: type === "system" });
  const controls = useQuery({
    ...api.controls.list.queryOptions({ input: { companyId } }),
    enabled: type === "control",
    staleTime: 5 * 60_000,
  });
  const fitting = (option: ComboboxOption) =>
    `${option.key} ${option.label}`.toLowerCase().includes(text.trim().toLowerCase());
  switch (type) {
    case "person":
    case "record":
      return records.data?.records
        .filter(({ ended }) => ended === null)
        .map(({ id, title, number, fields }) => ({
          key: id,
          label: title,
          note: [number, type === "person" && fields["email"]].filter(Boolean).join(", "),
        }));
    case "exhibit":
      return evidence.data?.items.map(({ exhibit, name }) => ({ key: exhibit, label: name, note: exhibit }));
    case "system":
      return systems.data?.systems.map(({ id, name }) => ({ key: id, label: name })).filter(fitting);
    case "control":
      return controls.data?.map(({ id, title }) => ({ key: id, label: `${id} ${title}` })).filter(fitting);
    case undefined:
      return [];
  }
}
