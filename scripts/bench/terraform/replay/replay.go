// A provider that knows every answer by heart: it answers what Terraform asks from a record (see recorder.cjs), decodes
// nothing, computes nothing and makes no request. What Terraform takes with it is what Terraform and the plugin protocol
// take with the recorded schema when the provider costs nothing.
//
// REPLAY_RECORD names the record. REPLAY_LATENCY_MS is how long it waits before it answers ReadResource, in the place of
// one round trip to a service; 0 or nothing: not at all.
//
// It is made of the standard library alone: go build -o terraform-provider-NAME replay.go
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

const (
	readResource = "/tfplugin6.Provider/ReadResource"
	shutdown     = "/plugin.GRPCController/Shutdown"
	streamStdio  = "/plugin.GRPCStdio/StreamStdio"
	startStream  = "/plugin.GRPCBroker/StartStream"
)

// Status codes of gRPC.
const (
	statusOK       = "0"
	statusInternal = "13"
)

// replay answers calls from a record.
type replay struct {
	directory string
	latency   time.Duration
	// Closed when answers are there: they are read while Terraform connects.
	loaded  chan struct{}
	answers map[call]string
}

// call is what was asked, framed as gRPC does it.
type call struct{ path, request string }

func main() {
	log.SetFlags(0)
	// It ends before there is anything worth collecting.
	debug.SetGCPercent(-1)
	if err := serve(); err != nil {
		log.Fatalf("The replay cannot start: %v.", err)
	}
}

func serve() error {
	latencyMs, err := strconv.ParseFloat("0"+os.Getenv("REPLAY_LATENCY_MS"), 64)
	if err != nil {
		return fmt.Errorf("REPLAY_LATENCY_MS is no number: %w", err)
	}
	directory, err := os.MkdirTemp("", "replay-")
	if err != nil {
		return err
	}
	it := &replay{
		directory: directory,
		latency:   time.Duration(latencyMs * float64(time.Millisecond)),
		loaded:    make(chan struct{}),
	}
	go it.load(os.Getenv("REPLAY_RECORD"))
	certificate, err := createCertificate()
	if err != nil {
		return err
	}
	clients := x509.NewCertPool()
	if !clients.AppendCertsFromPEM([]byte(os.Getenv("PLUGIN_CLIENT_CERT"))) {
		return errors.New("PLUGIN_CLIENT_CERT holds no certificate; it is started by Terraform, with TLS")
	}
	socket := filepath.Join(directory, "socket")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	// go-plugin's handshake: both versions, where it listens, and the certificate without padding.
	der := base64.RawStdEncoding.EncodeToString(certificate.Certificate[0])
	fmt.Printf("1|6|unix|%s|grpc|%s\n", socket, der)
	server := http.Server{
		Handler: it,
		TLSConfig: &tls.Config{
			Certificates: []tls.Certificate{certificate},
			ClientAuth:   tls.RequireAndVerifyClientCert,
			ClientCAs:    clients,
			NextProtos:   []string{"h2"},
		},
	}
	return server.ServeTLS(listener, "", "")
}

// ServeHTTP answers one call.
func (it *replay) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	switch request.URL.Path {
	case shutdown:
		os.RemoveAll(it.directory)
		os.Exit(0)
	case streamStdio:
		// Nothing is ever said here.
		<-request.Context().Done()
	case startStream:
		io.Copy(io.Discard, request.Body)
		finish(writer, statusOK, "")
	default:
		it.answer(writer, request)
	}
}

func (it *replay) answer(writer http.ResponseWriter, request *http.Request) {
	path := request.URL.Path
	body, err := io.ReadAll(request.Body)
	if err != nil {
		finish(writer, statusInternal, fmt.Sprintf("The replay cannot read a call of %s: %v.", path, err))
		return
	}
	<-it.loaded
	answer, isKnown := it.answers[call{path, string(body)}]
	if !isKnown {
		finish(writer, statusInternal, fmt.Sprintf("The replay has no answer to this call of %s, %d bytes.", path, len(body)))
		return
	}
	if path == readResource && it.latency > 0 {
		time.Sleep(it.latency)
	}
	prepare(writer)
	io.WriteString(writer, answer)
	writer.Header().Set("Grpc-Status", statusOK)
}

// prepare sets what stands before a message.
func prepare(writer http.ResponseWriter) {
	header := writer.Header()
	header.Set("Content-Type", "application/grpc")
	header.Set("Trailer", "Grpc-Status, Grpc-Message")
	header["Date"] = nil
}

// finish ends a call without a message; what is wrong is said to Terraform and on standard error.
func finish(writer http.ResponseWriter, status, message string) {
	prepare(writer)
	writer.WriteHeader(http.StatusOK)
	writer.Header().Set("Grpc-Status", status)
	if message != "" {
		log.Print(message)
		writer.Header().Set("Grpc-Message", message)
	}
}

// load reads a record; where the same was asked several times, the last answer counts.
func (it *replay) load(file string) {
	record, err := readText(file)
	if err != nil {
		log.Fatalf("The replay cannot read its record: %v.", err)
	}
	it.answers = map[call]string{}
	for rest := record; rest != ""; {
		var parts [3]string
		if parts, rest, err = cut(rest); err != nil {
			log.Fatalf("The record %s is damaged: %v.", file, err)
		}
		it.answers[call{parts[0], parts[1]}] = parts[2]
	}
	close(it.loaded)
}

// readText reads a file as a string, of which every part can be had without a copy.
func readText(file string) (string, error) {
	opened, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer opened.Close()
	var text strings.Builder
	if info, err := opened.Stat(); err == nil {
		text.Grow(int(info.Size()))
	}
	_, err = io.Copy(&text, opened)
	return text.String(), err
}

// cut takes path, request and answer off a record.
func cut(record string) (parts [3]string, rest string, err error) {
	const prefix = 4 * len(parts)
	if len(record) < prefix {
		return parts, "", io.ErrUnexpectedEOF
	}
	lengths := []byte(record[:prefix])
	rest = record[prefix:]
	for index := range parts {
		length := int(binary.BigEndian.Uint32(lengths[4*index:]))
		if length > len(rest) {
			return parts, "", io.ErrUnexpectedEOF
		}
		parts[index], rest = rest[:length], rest[length:]
	}
	return parts, rest, nil
}

// createCertificate makes a key and a certificate for it, which Terraform takes for its only authority.
func createCertificate() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(now.UnixNano()),
		Subject:               pkix.Name{CommonName: "localhost"},
		DNSNames:              []string{"localhost"},
		NotBefore:             now.Add(-time.Hour),
		NotAfter:              now.Add(24 * time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}
