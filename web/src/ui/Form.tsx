import type { FormHTMLAttributes, ReactElement } from "react";

type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, "onSubmit"> & {
  onSubmit: () => unknown;
};

/** The page sends the form. The page and the server check the values, not the browser. */
export function Form({ onSubmit, ...rest }: FormProps): ReactElement {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    />
  );
}
