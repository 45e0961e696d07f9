import path from "node:path";
import ts from "typescript";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Resolves only our own modules. Packages have large types, and throw none of our errors. */
function ownProgram(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(path.join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => {
      const file = text.startsWith("#shared/")
        ? path.join(ROOT, "shared", text.slice("#shared/".length))
        : path.resolve(path.dirname(from), text);
      const isOwn = text.startsWith("#shared/") || text.startsWith(".");
      return { resolvedModule: isOwn ? { resolvedFileName: file, extension: ".ts" } : undefined };
    });
  return ts.createProgram([...files], { ...options, types: [] }, host);
}

/** Every error of cursor.ts refuses a cursor. `errorsOf` lists its code for each contract with a cursor. */
const CURSORS = path.join(ROOT, "functions/platform/cursor.ts");

/** Functions that make an error from a code in their arguments. */
const MAKERS: ReadonlySet<string> = new Set(["refusal"]);

/**
 * The codes of every `new AppError(…)` that a module can reach through the functions and constants that it names.
 * Errors that a caller catches are included.
 */
export function thrownCodes(files: readonly string[]): (file: string) => Set<string> {
  const program = ownProgram(files);
  const checker = program.getTypeChecker();

  function literalsOf(node: ts.Expression | undefined): string[] {
    if (node === undefined) return [];
    const type = checker.getTypeAtLocation(node);
    return (type.isUnion() ? type.types : [type]).flatMap((one) =>
      one.isStringLiteral() ? [one.value] : [],
    );
  }

  function declarationOf(name: ts.Identifier): ts.Node | undefined {
    const local = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    const symbol = local && local.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(local) : local;
    const declared = symbol?.valueDeclaration;
    const isCode = declared && (ts.isFunctionDeclaration(declared) || ts.isVariableDeclaration(declared));
    return isCode && declared.getSourceFile().fileName !== CURSORS ? declared : undefined;
  }

  type Found = { codes: Set<string>; names: Set<ts.Node> };
  const found = new Map<ts.Node, Found>();

  /** The codes in a declaration, and the declarations that it names. */
  function lookInto(declaration: ts.Node): Found {
    const known = found.get(declaration);
    if (known) return known;
    const here: Found = { codes: new Set(), names: new Set() };
    found.set(declaration, here);
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      const isMade =
        ts.isCallExpression(node) && ts.isIdentifier(node.expression) && MAKERS.has(node.expression.text);
      if (isMade || (ts.isNewExpression(node) && node.expression.getText() === "AppError"))
        for (const code of literalsOf(node.arguments?.[0])) here.codes.add(code);
      else if (ts.isIdentifier(node)) {
        const named = declarationOf(node);
        if (named) here.names.add(named);
      }
      if (isMade) node.arguments.forEach(visit);
      else ts.forEachChild(node, visit);
    };
    visit(declaration);
    return here;
  }

  return (file) => {
    const source = program.getSourceFile(path.join(ROOT, file));
    const reached = new Set<ts.Node>(source ? [source] : []);
    // A loop over a set also reaches the elements that are added during the loop.
    for (const declaration of reached) for (const named of lookInto(declaration).names) reached.add(named);
    return new Set([...reached].flatMap((declaration) => [...lookInto(declaration).codes]));
  };
}
