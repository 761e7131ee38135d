/** yaml-language-server as an editor runs it: a child process that is spoken to in JSON-RPC over its pipes. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The library with which the server itself speaks. */
const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = createRequire(
  import.meta.resolve('yaml-language-server/package.json'),
)('vscode-jsonrpc/node') as typeof import('vscode-jsonrpc/node.js');

/** A place in a text: line and character from 0, as the protocol counts. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

interface Completion {
  readonly label: string;
  readonly documentation?: string | { readonly value: string };
}

/** What the server says is wrong with a text. */
interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: Position };
}

/** Formats and stores that the server would fetch from the network are off. */
const settings = {
  ...{ validate: true, hover: true, completion: true },
  schemaStore: { enable: false },
  kubernetesCRDStore: { enable: false },
};

/** One server for many documents; disposing ends it. */
export class LanguageServer implements AsyncDisposable {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #connection;
  readonly #diagnosed = new Map<string, (diagnostics: readonly Diagnostic[]) => void>();
  #documents = 0;

  private constructor() {
    const server = 'node_modules/yaml-language-server/bin/yaml-language-server';
    this.#process = spawn(process.execPath, [server, '--stdio'], { stdio: 'pipe' });
    const { stdout, stdin } = this.#process;
    this.#connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.#connection.onRequest('workspace/configuration', ({ items }: { items: readonly { section: string }[] }) =>
      items.map(({ section }) => (section === 'yaml' ? settings : {})),
    );
    this.#connection.onRequest(() => null);
    this.#connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) =>
      this.#diagnosed.get(uri)?.(diagnostics),
    );
    this.#connection.listen();
  }

  /** Starts a server and shakes hands with it. */
  static async start(): Promise<LanguageServer> {
    const server = new LanguageServer();
    const capabilities = {
      workspace: { configuration: true },
      textDocument: { completion: { completionItem: { documentationFormat: ['markdown'] } } },
    };
    await server.#connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities });
    await server.#connection.sendNotification('initialized', {});
    return server;
  }

  /** Opens a text as a new file in a directory of which nothing is read; gives its address and what is wrong with it. */
  async open(text: string): Promise<{ uri: string; diagnostics: readonly Diagnostic[] }> {
    this.#documents += 1;
    const uri = pathToFileURL(`/nowhere/${this.#documents}/.file-checkouts.yml`).href;
    const diagnosed = new Promise<readonly Diagnostic[]>((resolve) => this.#diagnosed.set(uri, resolve));
    const textDocument = { uri, languageId: 'yaml', version: 1, text };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
    return { uri, diagnostics: await diagnosed };
  }

  /** The labels that are offered at a place, with their documentation. */
  async complete(uri: string, position: Position): Promise<Map<string, string>> {
    const asked = { textDocument: { uri }, position };
    const completion = 'textDocument/completion';
    const { items } = await this.#connection.sendRequest<{ items: readonly Completion[] }>(completion, asked);
    const text = ({ documentation = '' }: Completion) =>
      typeof documentation === 'string' ? documentation : documentation.value;
    return new Map(items.map((item) => [item.label, text(item)]));
  }

  /** The text shown over a place; empty when there is none. */
  async hover(uri: string, position: Position): Promise<string> {
    type Hover = { contents: { value: string } } | null;
    const asked = { textDocument: { uri }, position };
    return (await this.#connection.sendRequest<Hover>('textDocument/hover', asked))?.contents.value ?? '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#connection.dispose();
    this.#process.kill();
    await ended;
  }
}
