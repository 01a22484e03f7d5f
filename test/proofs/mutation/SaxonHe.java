import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.om.StructuredQName;
import net.sf.saxon.s9api.*;
import net.sf.saxon.trans.UncheckedXPathException;

/**
 * Runs stylesheets over documents for the mutation test. A request is a line: stylesheet, tab, document (paths). The answer
 * is a line, OK, ERROR or REFUSED (the stylesheet), then the number of bytes that follow: the output, or the error's code and message.
 */
public class SaxonHe {
  public static void main(String[] args) throws IOException {
    Processor processor = new Processor(false);
    Map<String, XsltExecutable> stylesheets = new HashMap<>();
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    DataOutputStream answers = new DataOutputStream(new BufferedOutputStream(System.out));
    for (String request; (request = requests.readLine()) != null; ) {
      String[] paths = request.split("\t");
      String status = "OK";
      String text;
      try {
        if (!stylesheets.containsKey(paths[0])) stylesheets.put(paths[0], compile(processor, paths[0]));
        XsltExecutable executable = stylesheets.get(paths[0]);
        if (executable == null) status = "REFUSED";
        text = executable == null ? "" : run(processor, executable, paths[1]);
      } catch (SaxonApiException error) {
        QName code = error.getErrorCode();
        status = "ERROR";
        text = (code == null ? "NONE" : code.getLocalName()) + " " + error.getMessage();
      } catch (UncheckedXPathException error) {
        StructuredQName code = error.getXPathException().getErrorCodeQName();
        status = "ERROR";
        text = (code == null ? "NONE" : code.getLocalPart()) + " " + error.getMessage();
      } catch (Throwable error) {
        status = "ERROR";
        text = "NONE " + error;
      }
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      answers.writeBytes(status + " " + bytes.length + "\n");
      answers.write(bytes);
      answers.flush();
    }
  }

  /** @return null when Saxon-HE cannot compile it. */
  static XsltExecutable compile(Processor processor, String stylesheet) {
    XsltCompiler compiler = processor.newXsltCompiler();
    compiler.setErrorListener(new Silent());
    try {
      return compiler.compile(new StreamSource(new File(stylesheet)));
    } catch (SaxonApiException error) {
      return null;
    }
  }

  static String run(Processor processor, XsltExecutable executable, String document) throws SaxonApiException {
    StringWriter written = new StringWriter();
    XsltTransformer transformer = executable.load();
    transformer.setErrorListener(new Silent());
    transformer.setSource(new StreamSource(new File(document)));
    transformer.setDestination(processor.newSerializer(written));
    transformer.transform();
    return written.toString();
  }

  static class Silent implements javax.xml.transform.ErrorListener {
    public void warning(javax.xml.transform.TransformerException e) {}
    public void error(javax.xml.transform.TransformerException e) {}
    public void fatalError(javax.xml.transform.TransformerException e) throws javax.xml.transform.TransformerException {
      throw e;
    }
  }
}
