import { Checkbox, CheckboxGroup, Radio, RadioGroup, Switch } from "#web/design/choice.tsx";
import { longWords } from "./long-words.ts";
import { Specimen, State } from "./specimen.tsx";

const note = "Nobody else is told of it.";
const controls = ["Access reviews", "Backups", "Change management", "Encryption", "Incidents", "Vendors"];

/** What is chosen. */
export function Choices() {
  return (
    <>
      <Specimen of="Checkbox" and={["CheckboxGroup"]}>
        <State name="off">
          <Checkbox label="Mail me each week" />
        </State>
        <State name="on, with a note">
          <Checkbox label="Mail me each week" note={note} defaultChecked />
        </State>
        <State name="hover" shown="hover">
          <Checkbox label="Mail me each week" />
        </State>
        <State name="focus-visible" shown="focus-visible">
          <Checkbox label="Mail me each week" />
        </State>
        <State name="disabled">
          <Checkbox label="Mail me each week" note="Only an admin can." disabled />
        </State>
        <State name="long">
          <Checkbox label={longWords.unbroken} note={longWords.german} />
        </State>
        <State name="a group with an error">
          <CheckboxGroup label="Frameworks" help="At least one." error="Choose at least one framework.">
            <Checkbox label="SOC 2" />
            <Checkbox label="HIPAA" />
          </CheckboxGroup>
        </State>
        <State name="a group in a well">
          <CheckboxGroup label="Controls" well>
            {controls.map((control) => (
              <Checkbox key={control} label={control} />
            ))}
          </CheckboxGroup>
        </State>
      </Specimen>
      <Specimen of="Switch">
        <State name="off">
          <Switch label="Ask for a second factor" />
        </State>
        <State name="on, with a note">
          <Switch label="Ask for a second factor" note={note} defaultChecked />
        </State>
        <State name="focus-visible" shown="focus-visible">
          <Switch label="Ask for a second factor" />
        </State>
        <State name="disabled, on">
          <Switch label="Ask for a second factor" disabled defaultChecked />
        </State>
      </Specimen>
      <Specimen of="RadioGroup" and={["Radio"]}>
        <State name="one chosen">
          <RadioGroup name="storage" label="Where evidence is kept">
            <Radio value="us" label="United States" defaultChecked />
            <Radio value="eu" label="European Union" note={longWords.sentence} />
          </RadioGroup>
        </State>
        <State name="in a row">
          <RadioGroup row name="offices" label="Do you have offices?" help="For Physical security policy">
            <Radio value="yes" label="Yes" defaultChecked />
            <Radio value="none" label="We have no office" />
            <Radio value="" label="Not answered" />
          </RadioGroup>
        </State>
        <State name="error">
          <RadioGroup name="storage-missing" label="Where evidence is kept" error="Choose where evidence is kept.">
            <Radio value="us" label="United States" />
            <Radio value="eu" label="European Union" disabled note="Not in your plan." />
          </RadioGroup>
        </State>
      </Specimen>
    </>
  );
}
