import { Combobox } from "#web/design/combobox.tsx";
import { Field, FieldError } from "#web/design/field.tsx";
import { FileDrop } from "#web/design/file-drop.tsx";
import { Input, PasswordInput, SearchInput, SecretArea, Select, Textarea } from "#web/design/input.tsx";
import { longWords } from "./long-words.ts";
import { Specimen, State } from "./specimen.tsx";

const wrong = "Enter a valid email address.";

const matches = [
  { key: "1", label: "Maya Okafor", note: "PER-1" },
  { key: "2", label: longWords.unbroken, note: "PER-2" },
];

/** What is typed into. */
export function Fields() {
  return (
    <>
      <Specimen of="Field" and={["FieldError", "Input"]}>
        <State name="empty">
          <Field label="Email address">
            <Input type="email" placeholder="you@company.com" />
          </Field>
        </State>
        <State name="filled, with help">
          <Field label="Company name" help="As it stands in contracts.">
            <Input defaultValue="Meridian Analytics" />
          </Field>
        </State>
        <State name="hover" shown="hover">
          <Field label="Company name">
            <Input />
          </Field>
        </State>
        <State name="focus-visible" shown="focus-visible">
          <Field label="Company name">
            <Input />
          </Field>
        </State>
        <State name="error">
          <Field label="Email address" error={wrong}>
            <Input defaultValue="ana@" />
          </Field>
        </State>
        <State name="disabled">
          <Field label="Company name">
            <Input disabled defaultValue="Meridian Analytics" />
          </Field>
        </State>
        <State name="read only">
          <Field label="Company name">
            <Input readOnly defaultValue="Meridian Analytics" />
          </Field>
        </State>
        <State name="with something beside its label">
          <Field
            label="Account"
            aside={
              <a className="link" href="#main">
                Which one?
              </a>
            }
          >
            <Input />
          </Field>
        </State>
        <State name="long">
          <Field label={longWords.sentence} help={longWords.unbroken} error={longWords.german}>
            <Input defaultValue={longWords.unbroken} />
          </Field>
        </State>
        <State name="foreign">
          <Field label={longWords.japanese}>
            <Input dir="auto" defaultValue={longWords.arabic} />
          </Field>
        </State>
        <State name="an error of a group">
          <FieldError id="error-of-a-group" error="Choose one." />
        </State>
      </Specimen>
      <Specimen of="Combobox">
        <State name="closed; press to open">
          <Field label="Manager">
            <Combobox options={matches} text="" onText={() => {}} onChoose={() => {}} placeholder="Search people" />
          </Field>
        </State>
        <State name="error">
          <Field label="Manager" error="Manager is missing.">
            <Combobox options={[]} text={longWords.unbroken} onText={() => {}} onChoose={() => {}} />
          </Field>
        </State>
      </Specimen>
      <Specimen of="Textarea">
        <State name="empty">
          <Field label="Why">
            <Textarea rows={3} />
          </Field>
        </State>
        <State name="error">
          <Field label="Why" error="Say why in at least 20 characters.">
            <Textarea rows={3} defaultValue={longWords.sentence} />
          </Field>
        </State>
      </Specimen>
      <Specimen of="Select">
        <State name="default">
          <Field label="Framework">
            <Select>
              <option>SOC 2</option>
              <option>ISO 27001</option>
            </Select>
          </Field>
        </State>
        <State name="disabled">
          <Field label="Framework">
            <Select disabled>
              <option>{longWords.sentence}</option>
            </Select>
          </Field>
        </State>
      </Specimen>
      <Specimen of="PasswordInput" and={["SecretArea"]}>
        <State name="password">
          <Field label="Password">
            <PasswordInput autoComplete="off" defaultValue="correct horse" />
          </Field>
        </State>
        <State name="password, error">
          <Field label="Password" error="Use at least 12 characters.">
            <PasswordInput autoComplete="off" defaultValue="short" />
          </Field>
        </State>
        <State name="secret of several lines">
          <Field label="Private key">
            <SecretArea rows={3} defaultValue={"-----BEGIN\nsecret"} />
          </Field>
        </State>
      </Specimen>
      <Specimen of="SearchInput">
        <State name="empty">
          <SearchInput label="Search evidence" placeholder="Search" />
        </State>
        <State name="filled">
          <SearchInput label="Search evidence again" defaultValue={longWords.unbroken} />
        </State>
      </Specimen>
      <Specimen of="FileDrop">
        <State name="one file">
          <Field label="Evidence">
            <FileDrop onFiles={() => {}} hint="PDF, PNG or CSV, at most 50 MB" />
          </Field>
        </State>
        <State name="several, focus-visible" shown="focus-visible">
          <Field label="Reports">
            <FileDrop onFiles={() => {}} multiple hint={longWords.sentence} />
          </Field>
        </State>
      </Specimen>
    </>
  );
}
